//! How much a prompt says, and how often it draws the table.

/// How much is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Voice {
    /// In as few words as people use who know the game: `n dark  e dark  stay?`
    Terse,
    /// Whole sentences, with the answers numbered behind the question
    #[default]
    #[cfg_attr(feature = "program", value(alias = "normal"))]
    Plain,
    /// The same with the rules behind what happens, and the answers as a list
    Chatty,
}

impl Voice {
    const NAMES: [(&'static str, Voice); 3] = [
        ("terse", Voice::Terse),
        ("plain", Voice::Plain),
        ("chatty", Voice::Chatty),
    ];

    pub fn name(self) -> &'static str {
        Voice::NAMES
            .iter()
            .find(|(_, voice)| *voice == self)
            .map_or("plain", |(name, _)| name)
    }

    /// The form kept in a file, which [`remembered`](Self::remembered) and [`was_offered`](Self::was_offered) read.
    pub fn kept(self, offered: bool) -> String {
        let offered = if offered {
            "terse_offered = true\n"
        } else {
            ""
        };
        format!("voice = \"{}\"\n{offered}", self.name())
    }

    /// The voice that [`kept`](Self::kept) wrote; `None` for anything else.
    pub fn remembered(text: &str) -> Option<Voice> {
        let mut entries = text.lines().filter_map(|line| line.split_once('='));
        let (_, value) = entries.find(|(key, _)| key.trim() == "voice")?;
        Voice::named(value.trim().trim_matches('"'))
    }

    /// Whether the terse voice has been offered before, according to what [`kept`](Self::kept) wrote.
    pub fn was_offered(text: &str) -> bool {
        text.lines()
            .any(|line| line.trim() == "terse_offered = true")
    }

    /// The voice of that name; "normal" is what the plain one was called before it spoke in sentences.
    pub fn named(name: &str) -> Option<Voice> {
        let name = match name.trim() {
            old if old.eq_ignore_ascii_case("normal") => "plain",
            name => name,
        };
        Voice::NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
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
