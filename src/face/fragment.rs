//! Pieces of art. A deck of ten thousand cards may have as many, and parsed they take ten times as much memory as their sources:
//! only those in use are kept parsed.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use usvg::{Group, Node, Tree};

use super::art::ArtParser;
use super::effects::{Effect, effects, is_opaque};
use super::{PlacedPicture, effort};

/// The most lines and curves in trees that are kept parsed.
const MANY_STROKES: usize = 200_000;

/// A tree takes at least as much as this many lines.
const LEAST_STROKES: usize = 40;

/// A piece of art, the same wherever its key is the same.
pub struct Fragment {
    /// A hash of its source and of everything it refers to.
    pub key: u128,
    /// How many lines and curves it has.
    pub strokes: usize,
    /// The steps of its filters.
    pub steps: usize,
    /// The raster pictures in it.
    pub pictures: Vec<PlacedPicture>,
    /// What of it prints as pixels.
    pub effects: Vec<Effect>,
    /// Its width and height, in mm.
    pub size: [f32; 2],
    /// Whether there are texts in it.
    pub has_texts: bool,
    /// The characters of its texts that no font has; each is drawn as a box.
    pub unknown: Vec<char>,
    /// Whether nothing is drawn.
    pub is_empty: bool,
    source: Arc<str>,
    parser: Arc<ArtParser>,
    parsed: ParsedTrees,
    /// The tree, if its pictures may be gone.
    kept: Option<Arc<Tree>>,
}

impl fmt::Debug for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "art {:x}", self.key)
    }
}

impl Fragment {
    /// Parses a source, or says what is wrong with it.
    pub(super) fn parse(
        source: Arc<str>,
        parser: &Arc<ArtParser>,
        parsed: &ParsedTrees,
    ) -> Result<Fragment, Vec<String>> {
        let digest = Sha256::digest(source.as_bytes());
        let first = digest.iter().take(16);
        let key = first.fold(0, |key, byte| key << 8 | u128::from(*byte));
        parser.take_unknown();
        let tree = Arc::new(parser.parse(&source)?);
        let unknown = parser.take_unknown();
        let pictures = parser.shown(&tree);
        let strokes = effort::strokes(tree.root());
        let has_pictures = source.contains("<image") || source.contains(":image");
        if !has_pictures {
            parsed.keep(key, strokes, &tree);
        }
        Ok(Fragment {
            key,
            strokes,
            steps: effort::steps(tree.root()),
            pictures,
            effects: effects(&tree),
            size: [tree.size().width(), tree.size().height()],
            has_texts: has_texts(tree.root()),
            unknown,
            is_empty: !tree.root().has_children(),
            source,
            parser: parser.clone(),
            parsed: parsed.clone(),
            kept: has_pictures.then_some(tree),
        })
    }

    /// Whether it is drawn in opaque plain colours, which need nothing below them.
    pub fn is_opaque(&self) -> bool {
        is_opaque(self.tree().root())
    }

    /// Drawn in a box of the drawing with its bleed: one unit is a millimetre, the origin is the top left corner *of the bleed*.
    pub fn tree(&self) -> Arc<Tree> {
        let known = self.kept.clone().or_else(|| self.parsed.get(self.key));
        known.unwrap_or_else(|| {
            let tree = self.parser.parse(&self.source);
            // It was parsed before.
            let tree = tree.unwrap_or_else(|why| panic!("{}", why.join("; ")));
            let tree = Arc::new(tree);
            self.parsed.keep(self.key, self.strokes, &tree);
            tree
        })
    }
}

/// Whether there are texts in a group; `Tree::has_text_nodes` overlooks those in groups.
fn has_texts(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Text(_) => true,
        Node::Group(inner) => has_texts(inner),
        _ => false,
    })
}

/// Trees that were in use of late. Clones share them.
#[derive(Clone, Default)]
pub(super) struct ParsedTrees(Arc<Mutex<Trees>>);

#[derive(Default)]
struct Trees {
    /// With their strokes, and when they were last used.
    known: HashMap<u128, (Arc<Tree>, usize, u64)>,
    strokes: usize,
    uses: u64,
}

impl ParsedTrees {
    fn get(&self, key: u128) -> Option<Arc<Tree>> {
        let mut trees = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        trees.uses += 1;
        let now = trees.uses;
        let (tree, _, used) = trees.known.get_mut(&key)?;
        *used = now;
        Some(tree.clone())
    }

    fn keep(&self, key: u128, strokes: usize, tree: &Arc<Tree>) {
        let mut trees = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let strokes = strokes.max(LEAST_STROKES);
        trees.uses += 1;
        let now = trees.uses;
        if trees
            .known
            .insert(key, (tree.clone(), strokes, now))
            .is_none()
        {
            trees.strokes += strokes;
        }
        if trees.strokes > MANY_STROKES {
            trees.forget_half();
        }
    }
}

impl Trees {
    /// Forgets those that were not used for longest.
    fn forget_half(&mut self) {
        let mut used: Vec<u64> = self.known.values().map(|(_, _, used)| *used).collect();
        used.sort_unstable();
        let oldest = used[used.len() / 2];
        self.known.retain(|_, (_, _, used)| *used > oldest);
        self.strokes = self.known.values().map(|(_, strokes, _)| strokes).sum();
    }
}
