//! Encounter cards (R38-R49, R65).

use super::super::event::Event;
use super::super::position::{Foe, Phase, Position, Step};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::CardKind;

impl Deep {
    /// Asks for a card for this space (R27, R33).
    pub(super) fn draw_card(&self, p: &mut Position, site: u8, tell: &mut impl FnMut(Event)) {
        if p.deck.is_empty() {
            self.reshuffle(p, false, tell);
        }
        p.step = Step::Card { site };
    }

    /// Reshuffles the discard pile (R38, R58).
    fn reshuffle(&self, p: &mut Position, key: bool, tell: &mut impl FnMut(Event)) {
        tell(Event::Reshuffled {
            cards: p.discard.len() as u8,
            key,
        });
        p.deck.take(&mut p.discard);
    }

    /// R58: reshuffles if a Key has just been discarded.
    pub(super) fn settle_keys(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if std::mem::take(&mut p.key_lost) {
            self.reshuffle(p, true, tell);
        }
    }

    /// Resolves the card that was drawn for a space.
    pub(super) fn meet(&self, p: &mut Position, card: u8, site: u8, tell: &mut impl FnMut(Event)) {
        p.deck.remove(card);
        let seat = p.acting;
        tell(Event::CardDrawn {
            seat,
            card,
            site,
            beside: p.phase == Phase::Drawn,
        });
        match self.data.card(card).kind {
            CardKind::Monster => self.fight(p, Foe::Monster(card)),
            // R45
            CardKind::Pit => match p.me().carried.and(self.data.ropes).first() {
                Some(rope) => {
                    tell(Event::PitCrossed { seat, card: rope });
                    p.discard.add(card);
                    self.go_on(p, tell);
                }
                None => self.fight(p, Foe::Pit(card)),
            },
            CardKind::Slide => {
                p.discard.add(card);
                if self.slides(p, p.here()).next().is_none() {
                    tell(Event::NoSlide { seat });
                }
                self.slide_on(p, tell);
            }
            // R47
            CardKind::Web => {
                p.discard.add(card);
                match p.me().carried.and(self.data.swords).first() {
                    Some(sword) => tell(Event::WebCut { seat, card: sword }),
                    None => {
                        p.me_mut().webbed = true;
                        tell(Event::Webbed { seat });
                    }
                }
                self.go_on(p, tell);
            }
            CardKind::Sword | CardKind::Potion | CardKind::Rope | CardKind::Key => {
                self.take(p, card, tell)
            }
            CardKind::Exit => self.find_exit(p, card, site, tell),
        }
    }

    /// Resolves the Exit card (R65).
    fn find_exit(&self, p: &mut Position, card: u8, site: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if self.options.exit_is_one_shot {
            p.discard.add(card);
            if self.has_key(p.me()) {
                return self.escape(p, tell);
            }
            tell(Event::ExitMissed { seat });
        } else {
            p.out.add(card);
            p.exit = Some(site);
            tell(Event::ExitFound { seat, space: site });
        }
        self.go_on(p, tell);
    }
}
