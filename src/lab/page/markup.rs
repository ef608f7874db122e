//! What all pages are made of: the frame, cells, names.

use super::style::{SCRIPT, STYLE};
use crate::lab::stats::Share;
use crate::lab::words::percent;

/// With fewer games than this, only the counts are shown, without plots or sentences.
pub const FEW: u64 = 30;

/// The whole page, without anything from elsewhere.
pub fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src \
         'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// "5 of 12 (19 to 68 %)" for few games, otherwise the rate with its interval.
pub fn told(share: &Share) -> String {
    match share.of {
        ..FEW => format!(
            "{} of {} ({:.0} to {:.0}&nbsp;%)",
            share.count,
            share.of,
            100.0 * share.low,
            100.0 * share.high
        ),
        _ => unbroken(&percent(share)),
    }
}

/// A figure that breaks only before the brackets with its interval.
pub fn unbroken(figure: &str) -> String {
    figure
        .replace(" %", "&nbsp;%")
        .replace(" to ", "&nbsp;to&nbsp;")
        .replace(" ± ", "&nbsp;±&nbsp;")
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A cell with a share, sorted by its rate.
pub fn cell(share: &Share) -> String {
    format!("<td data-value=\"{}\">{}</td>", share.rate, told(share))
}

/// The head of a table that can be sorted.
pub fn columns(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("<th scope=\"col\"><button>{name}</button></th>"))
        .collect()
}

/// Names are text, not markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
