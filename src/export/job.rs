//! Faces as the sheets of a job, for files that are printed.

use std::collections::HashMap;
use std::sync::Arc;

use super::frame::Edge;
use super::{DrawnKit, Face, Frame, Set};
use crate::face::Drawing;
use crate::kit::{Contour, Kit, Point, Side, Size};
use crate::press::sheet::{Job, Meta, Placed, Sheet, Sides};

/// Whether its pieces have pages for their backs.
pub fn is_two_sided(set: &Set<'_>) -> bool {
    set.pieces.iter().any(|piece| piece.back.is_some())
}

/// A face as a sheet of its own; `index` is its number in the job. Bleed that it lacks is made of its own edge, a little larger.
pub fn page(frame: &Frame, face: &Face, drawing: &Drawing, index: usize) -> Sheet {
    let placed = |at: Point, size: Size, clip: Vec<Contour>| Placed {
        face: index,
        at,
        size,
        turns: frame.turned.into(),
        // Any part of a scaled face beyond the trim counts as bleed.
        bleed: Sides {
            top: at.y,
            left: at.x,
            right: frame.size.w - at.x - size.w,
            bottom: frame.size.h - at.y - size.h,
        },
        clip: clip.into(),
        code: face.stem.as_str().into(),
        ..Placed::default()
    };
    let own = placed(frame.at, frame.face, frame.clip.clone());
    let edge = frame
        .edge(drawing)
        .map(|Edge { at, face, beyond }| placed(at, face, beyond));
    let placed = edge.into_iter().chain([own]).collect();
    Sheet {
        size: frame.size,
        bleed: frame.bleed,
        title: face.stem.clone(),
        placed,
        ..Sheet::default()
    }
}

/// All pieces of a deck, as often as they are in it: fronts and backs in turn. Where some pieces have no back, its page is empty.
pub fn deck(drawn_kit: &DrawnKit<'_>, set: &Set<'_>, frame: &Frame, back_first: bool) -> Job {
    let faces = set.faces();
    let numbers: HashMap<&str, usize> = faces
        .iter()
        .enumerate()
        .map(|(at, (_, face))| (&*face.stem, at))
        .collect();
    let two_sided = is_two_sided(set);
    let mut sheets = Vec::new();
    for piece in set
        .pieces
        .iter()
        .flat_map(|piece| std::iter::repeat_n(piece, piece.count))
    {
        let printed = |face: &Face| {
            page(
                frame,
                face,
                &drawn_kit.faces[face.index],
                numbers[&*face.stem],
            )
        };
        let empty = || Sheet {
            size: frame.size,
            bleed: frame.bleed,
            title: "No back".into(),
            ..Sheet::default()
        };
        let mut sides = vec![printed(&piece.front)];
        if two_sided {
            let back = piece.back.as_ref().map_or_else(empty, printed);
            sides.push(Sheet {
                side: Side::Back,
                ..back
            });
        }
        if back_first {
            sides.reverse();
        }
        sheets.extend(sides);
    }
    job(
        drawn_kit,
        &set.deck.name,
        faces
            .iter()
            .map(|(_, face)| drawn_kit.faces[face.index].clone())
            .collect(),
        sheets,
    )
}

pub fn job(
    drawn_kit: &DrawnKit<'_>,
    subject: &str,
    faces: Vec<Drawing>,
    sheets: Vec<Sheet>,
) -> Job {
    Job {
        meta: meta(drawn_kit.kit, subject),
        faces: Arc::new(faces.into()),
        sheets,
        ..Job::default()
    }
}

pub fn meta(kit: &Kit, subject: &str) -> Meta {
    Meta {
        title: kit.title.clone(),
        authors: kit.designers.clone(),
        subject: subject.to_owned(),
        licence: kit.licence.clone(),
        language: kit.language.clone(),
        keywords: Vec::new(),
    }
}
