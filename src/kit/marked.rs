//! Parts of a text that look different, as one text with marks.

/// How a part of a text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub strong: bool,
    pub slanted: bool,
}

impl Look {
    fn marker(self) -> &'static str {
        match (self.strong, self.slanted) {
            (true, true) => "***",
            (true, false) => "**",
            (false, true) => "*",
            (false, false) => "",
        }
    }

    pub fn or(self, other: Look) -> Look {
        Look {
            strong: self.strong || other.strong,
            slanted: self.slanted || other.slanted,
        }
    }
}

/// Parts of a text that look different, as one text with marks.
#[derive(Default)]
pub struct Marked {
    out: String,
    open: String,
    look: Look,
}

impl Marked {
    /// Adds a part, whose asterisks are ordinary letters.
    pub fn add(&mut self, words: &str, look: Look) {
        self.add_marked(&words.replace('*', "\\*"), look);
    }

    /// Adds a part, whose asterisks are marks already.
    pub fn add_marked(&mut self, words: &str, look: Look) {
        if look != self.look {
            self.close();
            self.look = look;
        }
        self.open.push_str(words);
    }

    /// Marks stand directly beside words, so spaces stay outside them.
    fn close(&mut self) {
        let part = std::mem::take(&mut self.open);
        let words = part.trim();
        let marker = self.look.marker();
        if words.is_empty() || marker.is_empty() {
            self.out.push_str(&part);
            return;
        }
        let before = part.len() - part.trim_start().len();
        self.out.push_str(&part[..before]);
        self.out.push_str(marker);
        self.out.push_str(words);
        self.out.push_str(marker);
        self.out.push_str(&part[before + words.len()..]);
    }

    pub fn finish(mut self) -> String {
        self.close();
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_cell_become_marks() {
        let mut marked = Marked::default();
        let strong = Look {
            strong: true,
            ..Look::default()
        };
        marked.add("Gain ", Look::default());
        marked.add("two ", strong);
        marked.add("coins", strong);
        marked.add(" * each", Look::default());
        assert_eq!(marked.finish(), "Gain **two coins** \\* each");
    }
}
