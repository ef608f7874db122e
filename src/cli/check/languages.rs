//! A kit's languages: what is not translated yet, and catalogues for translators.

use std::collections::HashSet;

use crate::bench::catalogue;
use crate::cli::check;
use crate::cli::findings::Findings;
use crate::face::template::Marks;
use crate::face::{Reader, Templates};
use crate::games::english::counted;
use crate::kit::language::catalogue::write;
use crate::kit::language::{Language, Message};
use crate::kit::{Files, Ink, Kit, Problem, Problems, Size};
use crate::press::drawn::DrawnPieces;
use crate::press::{Order, Press};

/// How many untranslated texts are shown.
const SHOWN: usize = 3;

/// Asks for every text that is printed: on faces in all inks, in the guide and the rules. What is wrong is an error.
fn print_all(kit: &Kit, findings: &mut Findings) -> Result<(), Problems> {
    let mut reader = Reader::new();
    let mut inks = Ink::ALL.to_vec();
    while let Some(&ink) = inks.first() {
        let templates = Templates::new(kit, ink);
        match DrawnPieces::draw(kit, &templates, 1, &mut reader) {
            Ok(drawn) => {
                findings.add(check::edges(&drawn, usize::MAX)?);
                findings
                    .errors
                    .extend(check::piles(kit, &templates, &mut reader));
                if ink == Ink::Color {
                    let press = &mut Press::new();
                    let order = Order {
                        rules: true,
                        ..Order::new(Size::A4, "a4", ink)
                    };
                    findings.add(check::laid_out(kit, &templates, &drawn, press));
                    let wrong = press.lay_out_drawn(kit, &order, &templates, &drawn).err();
                    findings.errors.extend(wrong.unwrap_or_default());
                }
            }
            Err(found) => findings.errors.extend(found),
        }
        // What is the same in several inks is examined once.
        inks.retain(|other| !templates.is_same_in(*other));
    }
    Ok(())
}

/// Problems of a kit in its other languages that were not `found` in its own, and as notes, what is not translated.
pub(super) fn check(kit: &Kit, found: &Findings) -> Result<Findings, Problems> {
    let mut all = Findings::default();
    let place = |problem: &Problem| (problem.place.line(), problem.message.clone());
    let known: HashSet<_> = found
        .errors
        .0
        .iter()
        .chain(&found.warnings.0)
        .map(place)
        .collect();
    for code in kit.languages.iter().skip(1) {
        let mut found = Findings::default();
        match kit.clone().in_language(code) {
            Ok(kit) => {
                print_all(&kit, &mut found)?;
                found.errors.extend(check::judge(&kit).errors);
                found.notes.extend(
                    kit.files
                        .translation()
                        .and_then(|language| missing(language)),
                );
                found.notes.extend(unsaid(kit.files.original(), code));
            }
            Err(problems) => found.errors = problems,
        }
        for problems in [&mut found.errors, &mut found.warnings] {
            problems
                .0
                .retain(|problem| !known.contains(&place(problem)));
        }
        let told = found.errors.0.iter_mut().chain(&mut found.warnings.0);
        told.for_each(|problem| problem.message = format!("in {code}: {}", problem.message));
        all.add(found);
    }
    Ok(all)
}

/// What is not translated into a language, in a sentence.
fn missing(language: &Language) -> Option<String> {
    let texts = language.untranslated();
    let first: Vec<String> = texts
        .iter()
        .take(SHOWN)
        .map(|message| format!("\"{}\"", shortened(&message.text)))
        .collect();
    let more = if texts.len() > SHOWN { ", ..." } else { "" };
    let are = if texts.len() == 1 { "is" } else { "are" };
    let code = &language.code;
    let count = counted(texts.len(), "text");
    let first = first.join(", ");
    (!texts.is_empty()).then(|| {
        format!(
            "in {code}, {count} {are} not translated yet: {first}{more} (`export --to pot --language {code}` lists them)"
        )
    })
}

/// Which of the referee's sentences a language does not have, in a sentence: they are said as the kit has them.
fn unsaid(files: &Files, code: &str) -> Option<String> {
    let sentences = |name: &str| files.read(name).ok()?.parse::<toml::Table>().ok();
    let own = sentences("words.toml")?;
    let translated = sentences(&format!("words.{code}.toml")).unwrap_or_default();
    let keys = |(section, of): (&String, &toml::Value)| -> Vec<String> {
        let there = translated.get(section).and_then(toml::Value::as_table);
        let keys = of.as_table().into_iter().flat_map(toml::Table::keys);
        let missing = keys.filter(|key| there.is_none_or(|there| !there.contains_key(*key)));
        missing.map(|key| format!("{section}.{key}")).collect()
    };
    // Only words that differ are reworded, and what is left unsaid is not a sentence.
    let sections = own
        .iter()
        .filter(|(section, _)| !["words", "unsaid"].contains(&section.as_str()));
    let missing: Vec<String> = sections.flat_map(keys).collect();
    let first = missing
        .iter()
        .take(SHOWN)
        .map(|key| format!("`{key}`"))
        .collect::<Vec<String>>()
        .join(", ");
    let more = if missing.len() > SHOWN { ", ..." } else { "" };
    let are = if missing.len() == 1 { "is" } else { "are" };
    let count = counted(missing.len(), "sentence");
    (!missing.is_empty())
        .then(|| format!("in {code}, {count} of the referee {are} not translated yet: {first}{more} (words.{code}.toml)"))
}

fn shortened(text: &str) -> String {
    const LONG: usize = 40;
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A catalogue for translators: its name, its text, and what to say about it. Without a language it is a template; with one it
/// keeps what the kit's catalogue has.
pub(in crate::cli) fn catalogue(
    kit: &Kit,
    code: Option<&str>,
) -> Result<(String, String, Vec<String>), Problems> {
    let files = kit.files.original();
    let name = catalogue::name(kit, code);
    let messages = catalogue::texts(kit, Marks::Nothing)?;
    let Some(code) = code else {
        let lines = vec![format!(
            "    {}: `--language de` begins or continues a translation",
            counted(messages.len(), "text")
        )];
        return Ok((name, write(&messages, &kit.title, ""), lines));
    };
    let (messages, gone) = catalogue::translations(kit, messages, code)?;
    let is_done = |message: &&Message| !message.translation.is_empty();
    let done = messages.iter().filter(is_done).count();
    let mut lines = vec![format!(
        "    {done} of {} translated",
        counted(messages.len(), "text")
    )];
    if !gone.is_empty() {
        lines.push(format!(
            "    {} of the kit's {name} left out: the kit no longer has these texts",
            counted(gone.len(), "translation")
        ));
    }
    if !kit.languages.iter().any(|known| known == code) {
        lines.push(format!(
            "    once some are, put {name} beside kit.toml and \"{code}\" among its `languages`"
        ));
    }
    if files.has("words.toml") && !files.has(&format!("words.{code}.toml")) {
        lines.push(format!("    the referee's sentences are not in it: translate a copy of words.toml, words.{code}.toml"));
    }
    Ok((name, write(&messages, &kit.title, code), lines))
}
