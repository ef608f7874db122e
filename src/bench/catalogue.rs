//! Catalogues for translators: every text that is printed or said, with its translation if there is one.

use std::path::{MAIN_SEPARATOR, Path};

use crate::face::template::Marks;
use crate::face::{Reader, Templates};
use crate::games::{self, Setup, SetupError, Visitor};
use crate::kit::language::{Catalogue, Language, Message, catalogue_name, is_supported, own_texts};
use crate::kit::{Files, Ink, Kit, Problems, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::{Order, Press, Wanted};
use crate::referee::{Bots, Words};

/// The place of a text that the program itself says.
pub const OWN: &str = "paperkeep";

/// Paper with room for every piece.
const LARGE: Size = Size::new(Size::LONGEST, Size::LONGEST);

/// Sets up a game, which asks for its sentences.
struct Heard;

impl Visitor for Heard {
    type Out = ();

    fn visit<G: Words + Bots>(self, _: G) {}
}

/// The texts of a kit in its own language, each with its places in the kit's files. While somebody is at work on it, what cannot be
/// drawn yet may be marked.
///
/// # Errors
///
/// The kit cannot be drawn, or does not fit its rules.
pub(crate) fn texts(kit: &Kit, marks: Marks) -> Result<Vec<Message>, Problems> {
    let files = kit.files.original();
    let heard = Kit::open(Files::in_language(Language::collector(files.clone())))?;
    print_all(&heard, marks)?;
    play_all(&heard)?;
    let language = heard.files.language();
    let mut messages = language.map_or_else(Vec::new, |language| language.untranslated());
    // Places are named within the kit, and alike on all systems.
    let root = files.name("");
    let within = |place: &str| match Path::new(place).strip_prefix(&root) {
        Ok(place) => place.display().to_string().replace(MAIN_SEPARATOR, "/"),
        Err(_) => place.to_owned(),
    };
    for place in messages.iter_mut().flat_map(|message| &mut message.places) {
        *place = within(place);
    }
    // The kit translates the program's own texts only where the program does not.
    messages.retain(|message| !message.places.iter().all(|place| place == OWN));
    Ok(messages)
}

/// Of the texts of a kit those to translate into a language, with the translations that the kit's catalogue has, and which of
/// those are of no text any more.
///
/// # Errors
///
/// The catalogue is wrong.
pub fn translations(
    kit: &Kit,
    mut messages: Vec<Message>,
    code: &str,
) -> Result<(Vec<Message>, Vec<String>), Problems> {
    let files = kit.files.original();
    let language = Language::open(files.clone(), code).0;
    // What a file of its own says in the language is translated there.
    let is_apart = |place: &String| {
        let (path, _) = place.rsplit_once(':').unwrap_or((place, ""));
        language.own_file(path).is_some()
    };
    messages.retain(|message| !message.places.iter().all(is_apart));
    if !is_supported(code) {
        let own = own_texts().map(|text| Message {
            text: text.to_owned(),
            places: vec![OWN.into()],
            ..Message::default()
        });
        messages.extend(own);
    }
    let (old, problems) = Catalogue::open(files, code);
    if !problems.0.is_empty() {
        return Err(problems);
    }
    for message in &mut messages {
        message.translation = old.get(&message.text).unwrap_or_default().to_owned();
    }
    let is_text = |text: &str| messages.iter().any(|message| message.text == text);
    let gone = old.texts().filter(|text| !is_text(text)).map(str::to_owned);
    let gone = gone.collect();
    Ok((messages, gone))
}

/// The name of a kit's catalogue in a language, or of the template for all of them.
pub fn name(kit: &Kit, code: Option<&str>) -> String {
    code.map_or_else(|| format!("{}.pot", kit.id), catalogue_name)
}

/// Asks for every text that is printed: on faces in all inks, on boxes, in the guide and the rules.
fn print_all(kit: &Kit, marks: Marks) -> Result<(), Problems> {
    let mut reader = Reader::new();
    let mut inks = Ink::ALL.to_vec();
    while let Some(&ink) = inks.first() {
        let templates = Templates::with(kit, ink, marks);
        let drawn = DrawnPieces::draw(kit, &templates, 1, &mut reader)?;
        for deck in &kit.decks {
            templates.pile(deck, &mut reader)?;
        }
        templates.mat(&mut reader)?;
        if ink == Ink::Color {
            let press = &mut Press::new();
            for order in orders(kit) {
                press.lay_out_drawn(kit, &order, &templates, &drawn)?;
            }
        }
        // What is the same in several inks is drawn once.
        inks.retain(|other| !templates.is_same_in(*other));
    }
    Ok(())
}

/// What to print so that everything with words is printed.
fn orders(kit: &Kit) -> Vec<Order> {
    let whole = Order {
        rules: true,
        ..Order::new(LARGE, "large", Ink::Color)
    };
    let wanted = |deck: &str| {
        Some(Wanted {
            deck: deck.to_owned(),
            thickness: Um(300),
        })
    };
    let boxed = kit.decks.iter().filter(|deck| deck.tuckbox.is_some());
    let boxed = boxed.map(|deck| Order {
        tuckbox: wanted(&deck.name),
        ..whole.clone()
    });
    let tray = kit.decks.first().filter(|_| kit.cover.is_some());
    let tray = tray.map(|deck| Order {
        tray: wanted(&deck.name),
        ..whole.clone()
    });
    let mut orders: Vec<Order> = boxed.chain(tray).collect();
    orders.push(whole);
    orders
}

/// Sets the game up in every edition: rules of a kit's own ask for their sentences when they are read.
fn play_all(kit: &Kit) -> Result<(), Problems> {
    let game = games::of_kit(kit);
    let editions = game
        .editions
        .iter()
        .map(|edition| Some((*edition).to_owned()));
    let editions: Vec<Option<String>> = editions.collect();
    let usual = [None];
    let editions = if editions.is_empty() {
        &usual[..]
    } else {
        &editions
    };
    for edition in editions {
        let setup = Setup {
            edition: edition.clone(),
            ..Setup::of_count(*kit.players.start())
        };
        if let Err(SetupError::Kit(found)) = games::with(game.id, kit, &setup, Heard) {
            return Err(found);
        }
    }
    Ok(())
}
