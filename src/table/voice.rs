//! How much a prompt says, and how often it draws the table.

/// How much is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Voice {
    /// The news and the question, in as few words as possible
    Terse,
    /// The same with headings, and everybody's standing at the end of a round
    #[default]
    Normal,
    /// Whole sentences, with the answers as a numbered list
    Chatty,
}

impl Voice {
    const NAMES: [(&'static str, Voice); 3] = [
        ("terse", Voice::Terse),
        ("normal", Voice::Normal),
        ("chatty", Voice::Chatty),
    ];

    pub fn name(self) -> &'static str {
        Voice::NAMES
            .iter()
            .find(|(_, voice)| *voice == self)
            .map_or("normal", |(name, _)| name)
    }

    /// The form kept in a file, which [`remembered`](Self::remembered) reads.
    pub fn kept(self) -> String {
        format!("voice = \"{}\"\n", self.name())
    }

    /// Reads what [`kept`](Self::kept) wrote; `None` for anything else.
    pub fn remembered(text: &str) -> Option<Voice> {
        let (key, value) = text.trim().split_once('=')?;
        (key.trim() == "voice").then(|| Voice::named(value.trim().trim_matches('"')))?
    }

    /// The voice of that name.
    pub fn named(name: &str) -> Option<Voice> {
        Voice::NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name.trim()))
            .map(|(_, voice)| *voice)
    }
}

/// When the table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Drawn {
    /// When it has changed in a way that matters for the question
    Change,
    /// At the start of every round or turn
    Turn,
    /// Only on request, and after an undo
    Never,
}
