//! Styled text: what a game draws for a terminal, without knowing terminals.

/// What a span of text means; the terminal chooses its colour. Nothing is conveyed by tone alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    /// Frames, walls and other background.
    Dim,
    /// What should catch the eye first.
    Strong,
    Good,
    Bad,
    /// Treasure.
    Gold,
    /// The cool accent: magic, water, doors.
    Cool,
}

/// A drawing in character cells: lines of toned spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    pub lines: Vec<Vec<(String, Tone)>>,
    /// How many lines at the top are the map; 0 if there is none.
    pub map: usize,
}

impl Screen {
    /// Adds a line of spans.
    pub fn line<const N: usize>(&mut self, spans: [(String, Tone); N]) {
        self.lines.push(spans.into());
    }

    /// Ends the map: all lines so far belong to it, and an empty line separates it from the rest.
    pub fn end_map(&mut self) {
        self.map = self.lines.len();
        self.plain("");
    }

    /// Only the map; everything if there is none.
    pub fn map_alone(mut self) -> Screen {
        if self.map > 0 {
            self.lines.truncate(self.map);
        }
        self
    }

    /// Adds a line of plain text.
    pub fn plain(&mut self, text: impl Into<String>) {
        self.lines.push(vec![(text.into(), Tone::Plain)]);
    }

    /// Adds parts separated by two spaces, in as many lines as they need; a part longer than a line is broken at a space.
    pub fn flow(&mut self, width: usize, tone: Tone, indent: &str, parts: Vec<String>) {
        let fits = |line: &str, more: &str| line.chars().count() + more.chars().count() <= width;
        let mut line = String::new();
        for part in parts {
            let whole = fits(indent, &part);
            let words: Vec<&str> = if whole {
                vec![&part]
            } else {
                part.split(' ').collect()
            };
            for (at, word) in words.into_iter().enumerate() {
                let gap = if at == 0 { "  " } else { " " };
                if line.is_empty() {
                    line = format!("{indent}{word}");
                } else if fits(&line, &format!("{gap}{word}")) {
                    line += gap;
                    line += word;
                } else {
                    self.lines.push(vec![(
                        std::mem::replace(&mut line, format!("{indent}{word}")),
                        tone,
                    )]);
                }
            }
        }
        if !line.is_empty() {
            self.lines.push(vec![(line, tone)]);
        }
    }

    /// The width of the longest line, in characters.
    pub fn width(&self) -> usize {
        self.lines
            .iter()
            .map(|line| line.iter().map(|(text, _)| text.chars().count()).sum())
            .max()
            .unwrap_or(0)
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
