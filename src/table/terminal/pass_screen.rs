//! Passing the screen: what only one player may see, on a screen that all share.

use std::io;

use super::Terminal;
use crate::referee::{By, Seat, Tone, Turn};
use crate::table::command::{Called, Command};
use crate::table::lines::Line;

impl Terminal<'_> {
    /// The seat whose view is shown; `None` is the open table. Whoever plays for all has the view of whoever is asked.
    pub(super) fn viewer(&self) -> Option<Seat> {
        let asked = || match self.sitting.ask()?.turn {
            Turn::Player(seat) if self.presentation.open_hands => Some(seat),
            _ => None,
        };
        self.facing.or(self.seat).or_else(asked)
    }

    /// The table in sentences. Whoever plays for all sees in each what any of the players does.
    pub(super) fn described(&self) -> Vec<String> {
        if self.presentation.open_hands {
            self.sitting.described_openly(usize::MAX, self.viewer())
        } else {
            self.sitting.describe(usize::MAX, self.viewer())
        }
    }

    /// Whether the question is for somebody who is not alone at the screen.
    pub(super) fn is_covered(&self) -> bool {
        self.sitting
            .ask()
            .is_some_and(|ask| ask.secret.is_some() && ask.secret != self.facing)
    }

    /// The only player who is a person: among bots, nobody else looks at the screen.
    pub(super) fn alone(&self) -> Option<Seat> {
        let seats = 0..self.sitting.header().players.len() as Seat;
        let is_shared = seats.len() > 1;
        let mut people = seats.filter(|seat| !self.sitting.is_bot(*seat));
        let seat = people.next()?;
        let is_alone = people.next().is_none() && is_shared;
        is_alone.then_some(seat)
    }

    /// Waits until this player is alone at the screen. A command may be typed instead; false to stop.
    pub(super) fn pass_screen(&mut self, seat: Seat) -> io::Result<bool> {
        self.drop_early()?;
        let name = self.sitting.name(By::Player(seat)).to_owned();
        let elsewhere = self.prompt.is_elsewhere(seat);
        if elsewhere {
            self.told(
                Tone::Strong,
                "{name} is asked alone, on a phone.",
                &[("name", &name)],
            )?
        } else {
            self.told(
                Tone::Strong,
                "This is for {name} alone. Pass the laptop, and press Enter when nobody else is looking.",
                &[("name", &name)],
            )?
        }
        self.out.flush()?;
        let line = match self.wait(true)? {
            Some(Line::End) => return Ok(false),
            None | Some(Line::Garbage(_)) => return Ok(true),
            Some(Line::Text(line)) => line.trim().to_owned(),
        };
        if line.is_empty() {
            if !elsewhere {
                self.face(seat)?;
            }
            return Ok(true);
        }
        let typed = line.strip_prefix('/').unwrap_or(&line);
        match (Command::named(typed), Command::begun(typed)) {
            // It may be the answer, typed too early, so it is not repeated.
            (Called::Nothing, Called::Nothing) if elsewhere => Ok(true),
            (Called::Nothing, Called::Nothing) => {
                self.note(Tone::Bad, "Press Enter first.").map(|()| true)
            }
            (Called::Nothing, called) | (called, _) => self.command(called, typed),
        }
    }

    fn face(&mut self, seat: Seat) -> io::Result<()> {
        self.facing = Some(seat);
        self.forget_shown();
        let name = self.sitting.name(By::Player(seat)).to_owned();
        self.told(Tone::Dim, "For {name} alone:", &[("name", &name)])
    }

    /// Clears the screen of what only one player may see.
    pub(super) fn clear_screen(&mut self) -> io::Result<()> {
        let has_secrets = self.is_private();
        let Some(seat) = self.facing.take().filter(|_| has_secrets) else {
            return Ok(());
        };
        self.refused = None;
        self.forget_shown();
        self.out.flush()?;
        self.prompt.clear()?;
        let name = self.sitting.name(By::Player(seat)).to_owned();
        self.told(
            Tone::Dim,
            "{name} is done: all may look.",
            &[("name", &name)],
        )
    }

    /// The table looks different to others, so it is shown again.
    pub(super) fn forget_shown(&mut self) {
        self.redraw = true;
        self.status = None;
        self.posed.1.clear();
        self.sentences.clear();
    }

    /// What this player may know but the others may not.
    pub(super) fn secrets_of(&self, seat: Seat) -> Vec<String> {
        let open = self.sitting.describe(usize::MAX, self.seat);
        let own = self.sitting.describe(usize::MAX, Some(seat)).into_iter();
        own.filter(|sentence| !open.contains(sentence)).collect()
    }

    /// The players who may know something that others may not know.
    pub(super) fn secretive(&self) -> Vec<Seat> {
        (0..self.sitting.header().players.len() as Seat)
            .filter(|seat| !self.secrets_of(*seat).is_empty())
            .collect()
    }

    /// Shows a player what only that player may see.
    pub(super) fn peek(&mut self, name: &str) -> io::Result<()> {
        let players = &self.sitting.header().players;
        let secretive = self.secretive();
        if secretive.is_empty() {
            return self.note(Tone::Plain, "Nothing is hidden from anybody now.");
        }
        let named = (0..)
            .zip(players)
            .find(|(_, player)| player.eq_ignore_ascii_case(name));
        let Some((seat, _)) = named else {
            let players: Vec<&str> = secretive
                .iter()
                .map(|seat| players[usize::from(*seat)].as_str())
                .collect();
            let text = "Who? `peek` takes a player's name: {names}.";
            let names = players.join(", ");
            return self.told(Tone::Bad, text, &[("names", &names)]);
        };
        let secret = self.secrets_of(seat);
        if secret.is_empty() {
            let name = self.sitting.name(By::Player(seat)).to_owned();
            return self.told(
                Tone::Plain,
                "{name} sees no more than everybody does.",
                &[("name", &name)],
            );
        }
        self.show_alone(seat, |table| table.list(&secret))
    }

    /// Shows a player something once nobody else is looking, and clears the screen after it.
    fn show_alone(
        &mut self,
        seat: Seat,
        show: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = self.sitting.name(By::Player(seat)).to_owned();
        self.told(
            Tone::Strong,
            "This is for {name} alone. Press Enter when nobody else is looking.",
            &[("name", &name)],
        )?;
        self.out.flush()?;
        if !matches!(self.wait(true)?, Some(Line::Text(line)) if line.trim().is_empty()) {
            return self.note(Tone::Plain, "Not shown.");
        }
        self.face(seat)?;
        show(self)?;
        self.note(Tone::Plain, "Enter clears the screen.")?;
        self.out.flush()?;
        self.wait(true)?;
        self.clear_screen()
    }

    /// Shows the player who is asked, and whose name begins these words, what they alone may see: `hint Ann`. False if the words begin
    /// with no such name, or that player's eyes see the table anyway.
    pub(super) fn shown_to_named(
        &mut self,
        text: &str,
        show: impl FnOnce(&mut Self, &str) -> io::Result<()>,
    ) -> io::Result<bool> {
        let asked = self.sitting.ask().map(|ask| ask.turn);
        let Some(Turn::Player(seat)) = asked else {
            return Ok(false);
        };
        let name = self.sitting.name(By::Player(seat)).to_owned();
        let Some((begins, rest)) = text.split_at_checked(name.len()) else {
            return Ok(false);
        };
        // "odds join" is not a question by Jo.
        let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
        if !is_whole || !begins.eq_ignore_ascii_case(&name) {
            return Ok(false);
        }
        let rest = rest.trim();
        if self.viewer() == Some(seat) || self.secrets_of(seat).is_empty() {
            show(self, rest)?;
        } else {
            self.show_alone(seat, |table| show(table, rest))?;
        }
        Ok(true)
    }
}
