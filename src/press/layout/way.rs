//! How pieces are made from what is printed: cut, folded, glued, stuck on a die.

use super::net::{Footprint, Net};

/// How the pieces of a deck are made from what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Straight,
    Zigzag,
    Circle,
    Outline,
    /// Labels of several dice in rows, or those of one die.
    Dice,
    Die,
    /// Folded in the middle and glued; with feet, with slits in them, or with an outline that is cut at the end.
    Pair,
    Standing,
    Slit,
    Cutout,
    /// A net with several folds, such as a box.
    Net,
}

impl Way {
    /// How these equal nets are made.
    pub(super) fn of(nets: &[Net]) -> Way {
        let Some(net) = nets.first() else {
            return Way::Straight;
        };
        let is_pair = net.faces.iter().any(|face| face.behind.is_some());
        let is_cut_last = is_pair && net.faces.iter().any(|face| face.outline.is_some());
        match (net.footprint, net.folds.len()) {
            _ if net.group.is_some() => {
                if nets.iter().all(|other| other.group == net.group) {
                    Way::Die
                } else {
                    Way::Dice
                }
            }
            (Footprint::FlatHex | Footprint::PointyHex, 0) => Way::Zigzag,
            (Footprint::Circle, 0) => Way::Circle,
            (Footprint::Free, 0) => Way::Outline,
            (Footprint::Box, 0) => Way::Straight,
            _ if is_cut_last => Way::Cutout,
            (_, 1) if is_pair => Way::Pair,
            _ if is_pair && !net.lines.is_empty() => Way::Slit,
            _ if is_pair => Way::Standing,
            _ => Way::Net,
        }
    }

    /// What people do, after the name of the deck and a colon.
    pub(super) fn words(self) -> &'static str {
        match self {
            Way::Straight => "cut along the lines, the longest first.",
            Way::Zigzag => "cut the zigzags between the rows first, then the short lines.",
            Way::Circle => "cut round along the circles.",
            Way::Outline => "cut round along the outlines.",
            Way::Dice => "cut out, and stick the labels of each row on one die.",
            Way::Die => "cut out, and stick one on each side of the die.",
            Way::Pair => "score the dashed lines, cut out, fold, and glue back to back.",
            Way::Standing => {
                "score the dashed lines, cut out, fold, and glue back to back; then fold the feet outwards."
            }
            Way::Slit => {
                "score the dashed lines, cut out, fold, and glue back to back; then slit the two feet and cross them."
            }
            Way::Cutout => {
                "score the dashed lines, cut along the straight ones, fold and glue; when it is dry, cut the outline through both."
            }
            Way::Net => "score the dashed lines, cut along the solid ones, fold, and glue.",
        }
    }
}
