//! Styled text: what a game draws for a terminal, without knowing terminals.

/// What a stretch of text means; the terminal decides on its colour. Nothing is told by tone alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    /// Frames, walls, things that are just there.
    Dim,
    /// What the eye should find first.
    Strong,
    Good,
    Bad,
    /// Treasure.
    Gold,
    /// Magic, water, doors: the cool accent.
    Cool,
}

/// A drawing in character cells: lines of toned stretches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    pub lines: Vec<Vec<(String, Tone)>>,
}

impl Screen {
    /// Adds a line of stretches.
    pub fn line<const N: usize>(&mut self, spans: [(String, Tone); N]) {
        self.lines.push(spans.into());
    }

    /// Adds a line of plain text.
    pub fn plain(&mut self, text: impl Into<String>) {
        self.lines.push(vec![(text.into(), Tone::Plain)]);
    }

    /// The width of the longest line, in characters.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| line.iter().map(|(text, _)| text.chars().count()).sum()).max().unwrap_or(0)
    }
}

impl std::fmt::Display for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|(text, _)| text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
