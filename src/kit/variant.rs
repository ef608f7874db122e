//! Variants of a kit for printing: only one of its editions, decks made as labels, or backs that are otherwise only shown.

use std::collections::BTreeSet;

use super::{Deck, Kit, Make, Problem, Problems, Row, Wording};

impl Kit {
    /// The editions that rows name, in alphabetical order; none in most kits.
    pub fn editions(&self) -> Vec<&str> {
        let rows = self.decks.iter().flat_map(|deck| &deck.rows);
        rows.filter_map(Row::editions)
            .flatten()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// The edition whose rules are printed: the one that was asked for, or else the first that a row names. `None` if there is
    /// only one.
    pub fn ruling_edition(&self) -> Option<&str> {
        let mut rows = self.decks.iter().flat_map(|deck| &deck.rows);
        let first = || rows.find_map(|row| row.editions()?.first().copied());
        self.edition.as_deref().or_else(first)
    }

    /// What a text says in this edition, or in all of them; nothing if it is about another one.
    pub fn worded(&self, wording: &Wording, edition: Option<&str>) -> Option<String> {
        let title = |edition: &str| match self.edition_titles.get(edition) {
            Some(title) => title.clone(),
            None => self.title.clone(),
        };
        wording.printed(edition, title)
    }

    /// The kit without pieces that only other editions need.
    ///
    /// # Errors
    ///
    /// No row names the edition.
    pub fn of_edition(&self, name: &str) -> Result<Kit, Problems> {
        let editions = self.editions();
        if !editions.contains(&name) {
            let problem = Problem::new(
                self.place(),
                format!("`{}` has no edition `{name}`", self.id),
            );
            return Err(match editions.is_empty() {
                true => problem.help("it has only one edition: leave out --edition"),
                false => problem.help(format!("it has {}", editions.join(", "))),
            }
            .into());
        }
        let mut kit = self.clone();
        kit.edition = Some(name.to_owned());
        if let Some(title) = self.edition_titles.get(name) {
            kit.title.clone_from(title);
        }
        for deck in &mut kit.decks {
            deck.rows
                .retain(|row| row.editions().is_none_or(|of| of.contains(&name)));
        }
        kit.decks.retain(|deck| !deck.rows.is_empty());
        Ok(kit)
    }

    /// The kit with these decks made as labels: printed on one side, without backs, to stick on something.
    ///
    /// # Errors
    ///
    /// The kit does not have the deck, or its pieces are folded or go on dice.
    pub fn with_labels(mut self, decks: &[String]) -> Result<Kit, Problems> {
        let flat = |deck: &Deck| matches!(deck.make, Make::Labels | Make::Cards);
        for name in decks {
            let Some(deck) = self
                .decks
                .iter_mut()
                .find(|deck| flat(deck) && deck.name == *name)
            else {
                let problem = Problem::new(
                    self.place(),
                    format!(
                        "`{}` has no deck `{name}` that can be made as labels",
                        self.id
                    ),
                );
                let names: Vec<_> = self
                    .decks
                    .iter()
                    .filter(|deck| flat(deck))
                    .map(|deck| deck.name.as_str())
                    .collect();
                return Err(problem.help(format!("it has {}", names.join(", "))).into());
            };
            deck.make = Make::Labels;
            deck.back = None;
        }
        Ok(self)
    }

    /// Whether no deck prints backs, though face-down piles on the page show some.
    pub fn only_shows_backs(&self) -> bool {
        let decks = &self.decks;
        decks.iter().all(|deck| deck.back.is_none()) && decks.iter().any(|deck| deck.pile.is_some())
    }

    /// The kit with backs for these decks, which otherwise only face-down piles on the page show; none stands for all of them.
    ///
    /// # Errors
    ///
    /// The kit does not have the deck, or draws no pile for it.
    pub fn with_backs(mut self, decks: &[String]) -> Result<Kit, Problems> {
        let drawn = |deck: &&mut Deck| deck.back.is_none() && deck.pile.is_some();
        let with_piles: Vec<&mut Deck> = self.decks.iter_mut().filter(drawn).collect();
        let names: Vec<String> = with_piles.iter().map(|deck| deck.name.clone()).collect();
        let strange = decks.iter().find(|name| !names.contains(name));
        if strange.is_none() && !names.is_empty() {
            let chosen = with_piles
                .into_iter()
                .filter(|deck| decks.is_empty() || decks.contains(&deck.name));
            chosen.for_each(|deck| deck.back = deck.pile.clone());
            self.one_sheet = false;
            return Ok(self);
        }
        let deck = strange.map_or("deck".to_owned(), |name| format!("deck `{name}`"));
        let message = format!("`{}` has no {deck} whose backs are only shown", self.id);
        let help = if names.is_empty() {
            "backs that are printed anyway need no option".to_owned()
        } else {
            format!("it has {}", names.join(", "))
        };
        Err(Problem::new(self.place(), message).help(help).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deep() -> Kit {
        Kit::find("deep-dark-dungeon").unwrap()
    }

    /// The problem and the help.
    fn said(result: Result<Kit, Problems>) -> String {
        let problem = result.unwrap_err().0.remove(0);
        format!("{}: {}", problem.message, problem.help.unwrap_or_default())
    }

    #[test]
    fn an_edition_leaves_out_what_only_the_other_needs() {
        let kit = deep();
        assert_eq!(kit.editions(), ["original", "v1_0"]);
        let codes = |edition: &str| -> BTreeSet<String> {
            let kit = kit.of_edition(edition).unwrap();
            kit.decks
                .iter()
                .flat_map(|deck| deck.pieces())
                .map(|piece| piece.code.into_owned())
                .collect()
        };
        let title = |edition: &str| kit.of_edition(edition).unwrap().title;
        assert_eq!(
            (&*title("v1_0"), &*title("original")),
            ("Deep, Dark Dungeon", "Escape from the Deep, Dark Dungeon")
        );
        let (new, old) = (codes("v1_0"), codes("original"));
        let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            one.difference(other).cloned().collect::<Vec<_>>()
        };
        assert_eq!(
            only(&new, &old),
            ["E19", "E20", "G1", "T40", "X1", "X2", "X3", "X4"]
        );
        assert_eq!(
            only(&old, &new),
            ["E21", "E22", "K1", "K2", "T41", "X5", "X6", "X7", "X8"]
        );
        assert!(said(kit.of_edition("v2")).contains("it has original, v1_0"));
        assert!(
            said(Kit::find("piecepack").unwrap().of_edition("v1_0")).contains("only one edition")
        );
    }

    #[test]
    fn backs_that_are_only_shown_may_be_printed() {
        let tin = || Kit::find("dungeon-in-a-tin").unwrap();
        let backs = |kit: Kit| -> Vec<String> {
            let decks = kit.decks.iter().filter(|deck| deck.back.is_some());
            decks.map(|deck| deck.name.clone()).collect()
        };
        let three = ["tiles", "fight_cards", "tokens"];
        assert!(backs(tin()).is_empty());
        assert_eq!(backs(tin().with_backs(&[]).unwrap()), three);
        assert!(tin().only_shows_backs() && !deep().only_shows_backs());
        let tiles = tin().with_backs(&["tiles".into()]).unwrap();
        assert_eq!(backs(tiles), ["tiles"]);
        let wrong = said(tin().with_backs(&["status".into()]));
        assert!(
            wrong.contains("no deck `status`")
                && wrong.ends_with("it has tiles, fight_cards, tokens"),
            "{wrong}"
        );
        assert!(said(deep().with_backs(&[])).contains("printed anyway"));
    }

    #[test]
    fn a_deck_made_as_labels_has_no_back() {
        let kit = deep().with_labels(&["tiles".into()]).unwrap();
        let tiles = kit.deck("tiles").unwrap();
        assert_eq!((tiles.make, &tiles.back), (Make::Labels, &None));
        assert!(said(deep().with_labels(&["hexes".into()])).contains("no deck `hexes`"));
        assert!(
            said(deep().with_labels(&["figures".into()])).contains("that can be made as labels")
        );
    }
}
