//! The icons that ship: solid silhouettes in a box of 256, each with other names and the emoji that stand for it.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::kit::problem::nearest;

/// An icon of the set.
pub struct ShippedIcon {
    pub name: &'static str,
    /// The other names that find it.
    pub others: Vec<&'static str>,
    /// The emoji that find it.
    pub emoji: &'static str,
    /// Whether what is enclosed twice is empty.
    pub even_odd: bool,
    /// Path data.
    pub path: &'static str,
}

/// The corner and the edge of the square that an icon fills.
const CORNER: f64 = 14.0;
const EDGE: f64 = 228.0;

impl ShippedIcon {
    /// Its view box.
    pub const VIEW_BOX: [f64; 4] = [CORNER, CORNER, EDGE, EDGE];

    /// Its path element.
    pub fn element(&self) -> String {
        let rule = if self.even_odd {
            " fill-rule=\"evenodd\""
        } else {
            ""
        };
        format!("<path{rule} d=\"{}\"/>", self.path)
    }

    /// It as a file, for a kit that changes it.
    pub fn file(&self) -> String {
        let [x, y, w, h] = ShippedIcon::VIEW_BOX;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" fill=\"{{{{ fill }}}}\">{}</svg>\n",
            self.element()
        )
    }
}

struct Set {
    icons: Vec<ShippedIcon>,
    names: HashMap<&'static str, usize>,
    emoji: HashMap<char, usize>,
}

static SET: LazyLock<Set> = LazyLock::new(|| {
    let mut set = Set {
        icons: Vec::new(),
        names: HashMap::new(),
        emoji: HashMap::new(),
    };
    for line in include_str!("../../icons/icons.tsv").lines() {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [name, others, emoji, rule, path] = fields[..] else {
            panic!("a line of the icons has five fields: {line}");
        };
        let others: Vec<_> = others.split(',').filter(|name| !name.is_empty()).collect();
        let at = set.icons.len();
        for name in others.iter().chain([&name]) {
            set.names.insert(*name, at);
        }
        set.emoji.extend(emoji.chars().map(|sign| (sign, at)));
        set.icons.push(ShippedIcon {
            name,
            others,
            emoji,
            even_odd: rule == "e",
            path,
        });
    }
    set
});

/// All of them, by name.
pub fn shipped_icons() -> &'static [ShippedIcon] {
    &SET.icons
}

/// The icon of this name, in the singular or the plural: "sword", "Coins", "victory_points".
pub fn shipped_icon(name: &str) -> Option<&'static ShippedIcon> {
    let name = name.to_ascii_lowercase().replace(['_', ' '], "-");
    let singular = name.strip_suffix('s').filter(|rest| rest.len() > 2);
    let at = SET.names.get(&*name).or_else(|| SET.names.get(singular?))?;
    Some(&SET.icons[*at])
}

/// The icon for an emoji.
pub(super) fn of_emoji(sign: char) -> Option<&'static ShippedIcon> {
    SET.emoji.get(&sign).map(|at| &SET.icons[*at])
}

/// The name of an icon that may be meant by one that does not exist.
pub(super) fn near(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    nearest(&name, SET.names.keys().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_found_by_any_of_their_names() {
        assert!(shipped_icons().len() > 200);
        let found = |name: &str| shipped_icon(name).map(|icon| icon.name);
        for name in [
            "sword",
            "Sword",
            "swords",
            "hp",
            "Hit_Points",
            "victory points",
        ] {
            let wanted = match name {
                "sword" | "Sword" => Some("sword"),
                "swords" => Some("swords"),
                "hp" => Some("heart"),
                _ => None,
            };
            assert_eq!(found(name), wanted, "{name}");
        }
        assert_eq!(of_emoji('⚔').map(|icon| icon.name), Some("swords"));
        assert_eq!(near("swrod"), Some("sword"));
        for (at, icon) in shipped_icons().iter().enumerate() {
            for name in icon.others.iter().chain([&icon.name]) {
                let found = shipped_icon(name).map(|icon| icon.name);
                assert_eq!(found, Some(icon.name), "{name} of {at}");
            }
        }
    }
}
