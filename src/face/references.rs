//! References within a face: `href="#id"` and `url(#id)`.

use std::collections::{BTreeMap, HashMap};

use roxmltree::Node;

/// The longest chain of definitions that refer to definitions; a longer chain is an attack, not art.
pub(super) const MAX_CHAIN: usize = 16;

/// A node with a reference, and its target: `#id`, or something else.
pub(super) type Reference<'a> = (Node<'a, 'a>, &'a str);

/// Every reference under a root, in document order.
pub(super) fn all<'a>(root: Node<'a, 'a>) -> Vec<Reference<'a>> {
    let mut found = Vec::new();
    for node in root.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            match attribute.name() {
                // Pictures are examined separately.
                "href" if node.tag_name().name() == "image" => {}
                "href" => found.push((node, attribute.value())),
                _ => found.extend(urls(attribute.value()).map(|target| (node, target))),
            }
        }
        if node.tag_name().name() == "style" {
            found.extend(urls(node.text().unwrap_or_default()).map(|target| (node, target)));
        }
    }
    found
}

/// The contents of each `url(...)`.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    text.split("url(").skip(1).map(|rest| {
        rest.split(')')
            .next()
            .unwrap_or(rest)
            .trim_matches(['\'', '"', ' '])
    })
}

/// An id whose chain of definitions is too long, or leads back to itself.
pub(super) fn endless<'a>(references: &[Reference<'a>]) -> Option<&'a str> {
    let mut leads: BTreeMap<&str, Vec<&'a str>> = BTreeMap::new();
    for (node, target) in references {
        let Some(target) = target.strip_prefix('#') else {
            continue;
        };
        for id in node.ancestors().filter_map(|above| above.attribute("id")) {
            leads.entry(id).or_default().push(target);
        }
    }
    let mut known = HashMap::new();
    let mut starts = references
        .iter()
        .filter_map(|(_, target)| target.strip_prefix('#'));
    starts.find(|start| chain(start, &leads, &mut known, 0).is_none())
}

/// The length of the chain from an id; `None` if it is too long.
fn chain<'a>(
    id: &'a str,
    leads: &BTreeMap<&str, Vec<&'a str>>,
    known: &mut HashMap<&'a str, usize>,
    before: usize,
) -> Option<usize> {
    if let Some(steps) = known.get(id) {
        return Some(*steps).filter(|steps| before + steps <= MAX_CHAIN);
    }
    if before >= MAX_CHAIN {
        return None;
    }
    let mut steps = 0;
    for next in leads.get(id).into_iter().flatten() {
        steps = steps.max(1 + chain(next, leads, known, before + 1)?);
    }
    known.insert(id, steps);
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless_in(inside: &str) -> bool {
        let svg = format!("<svg>{inside}</svg>");
        endless(&all(roxmltree::Document::parse(&svg)
            .unwrap()
            .root_element()))
        .is_some()
    }

    #[test]
    fn chains_end() {
        let chain = |steps: usize| -> String {
            (0..steps)
                .map(|at| format!("<g id='g{}'><use href='#g{at}'/></g>", at + 1))
                .collect()
        };
        assert!(!endless_in(&chain(MAX_CHAIN)));
        assert!(endless_in(&chain(MAX_CHAIN + 2)));
        assert!(endless_in("<g id='a'><use href='#a'/></g>"));
        assert!(endless_in(
            "<pattern id='a'><path fill=\"url('#b')\"/></pattern><g id='b'><path fill='url(#a)'/></g>"
        ));
        assert!(!endless_in(
            "<g id='a'/><use href='#a'/><style>.x { fill: url(#a) }</style>"
        ));
    }
}
