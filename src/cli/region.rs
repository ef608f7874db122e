//! What people take for granted where they live: the paper in their printers.

use std::env;

/// Where Letter is the common paper, by the Unicode locale data.
const LETTER: [&str; 13] = [
    "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US",
];

/// The paper of this region: `a4` or `letter`.
pub fn paper() -> &'static str {
    let paper_locale = env::var("LC_ALL").or_else(|_| env::var("LC_PAPER"));
    let locale = paper_locale.ok().or_else(sys_locale::get_locale);
    paper_of(&locale.unwrap_or_default())
}

/// The paper of a locale such as `en_US.UTF-8` or `en-US`.
fn paper_of(locale: &str) -> &'static str {
    let mut parts = locale.split(['_', '-', '.', '@']);
    if parts.any(|part| LETTER.contains(&part)) {
        "letter"
    } else {
        "a4"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_is_that_of_the_region() {
        for locale in ["en_US.UTF-8", "en-US", "es_MX", "fr_CA@euro", "es-419-MX"] {
            assert_eq!(paper_of(locale), "letter", "{locale}");
        }
        for locale in ["", "C", "C.UTF-8", "POSIX", "de_DE.UTF-8", "en-GB", "ca_ES"] {
            assert_eq!(paper_of(locale), "a4", "{locale}");
        }
    }
}
