//! The appearance of pages: sizes, an accessibility check by axe-core, and reference pictures.

use std::path::Path;

use serde_json::json;

use super::chromium::Chromium;
use super::program::Program;
use super::tables::PLAY;

/// The rule sets of axe-core to check; the result must be an empty list.
const AXE: &str = "axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`))";
/// Whether a page must be scrolled sideways, and elements too small for a finger.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > innerWidth";
const TOO_SMALL: &str = "[...document.querySelectorAll('button:not(.spot, .link), summary, input:not([type=checkbox], [type=radio], .unseen)')]
    .filter((node) => { const { width, height } = node.getBoundingClientRect(); return height > 0 && Math.min(width, height) < 43.5; })
    .map((node) => node.outerHTML)";
/// Drawings over zones that do not lie on them exactly: what they light would be beside its place.
const ASIDE: &str = "[...document.querySelectorAll('svg.over')].map((over) => [over.getBoundingClientRect(), over.parentElement.getBoundingClientRect(), getComputedStyle(over).padding])
    .filter(([over, zone, padding]) => padding !== '0px' || Math.hypot(over.x - zone.x, over.y - zone.y, over.width - zone.width, over.height - zone.height) > 8).length";
/// A picture reduced to the mean colours of its cells.
fn fields(picture: &[u8]) -> Vec<[u8; 3]> {
    let image = image::load_from_memory(picture).unwrap().to_rgb8();
    image::imageops::thumbnail(&image, image.width() / 15, image.height() / 15)
        .pixels()
        .map(|pixel| pixel.0)
        .collect()
}

/// Sets the colour scheme and turns off animations.
pub fn wear(chromium: &mut Chromium, scheme: &str) {
    chromium.media(&[
        ("prefers-color-scheme", scheme),
        ("prefers-reduced-motion", "reduce"),
    ]);
}

/// Compares a page with its reference picture, in dark or light mode. After an intended change, look at it and store the new
/// pictures with PAPERKEEP_KEEP=1.
pub fn is_as_kept(chromium: &mut Chromium, name: &str, scheme: &str) {
    wear(chromium, scheme);
    chromium.wait("document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete && image.naturalWidth > 0)");
    chromium.wait(&format!(
        "performance.getEntriesByType('resource').some(({{ name, responseEnd }}) => name.endsWith('wood-{scheme}.svg') && responseEnd > 0)"
    ));
    let name = &format!("{name}-{scheme}");
    let seen = chromium.picture("jpeg");
    let kept = Path::new("tests/page/pictures").join(format!("{name}.jpg"));
    if std::env::var_os("PAPERKEEP_KEEP").is_some() {
        std::fs::write(&kept, &seen).unwrap();
    }
    let (seen, kept) = (fields(&seen), fields(&std::fs::read(&kept).unwrap()));
    assert_eq!(seen.len(), kept.len(), "{name}: another size");
    let differs =
        |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 30);
    let different = seen.iter().zip(&kept).filter(differs).count();
    assert!(
        different * 25 < seen.len(),
        "{name}: {different} of {} fields differ",
        seen.len()
    );
}

/// Saves a screenshot for inspection, and checks the page with axe-core and a ruler.
pub fn sound(chromium: &mut Chromium, name: &str) {
    let axe = std::fs::read_to_string("tests/page/axe/axe.min.js").unwrap();
    chromium.value(&format!(
        "typeof axe === 'undefined' ? (0, eval)({}) && 0 : 0",
        json!(format!("{axe}\n0"))
    ));
    chromium.shoot(name);
    assert_eq!(chromium.value(AXE), json!([]), "{name}");
    assert_eq!(chromium.value(TOO_WIDE), false, "{name}");
    assert_eq!(chromium.value(TOO_SMALL), json!([]), "{name}");
    assert_eq!(chromium.value(ASIDE), 0, "{name}");
}

#[test]
fn axe_finds_nothing_on_any_screen() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("dungeon-in-a-tin", &["Ann", "Bob"], &["--lan"]);
    chromium.device();
    chromium.size((1440, 900), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    chromium.value(&format!("{PLAY}(12)"));
    let mut table = 0;
    for (scheme, size) in [
        ("dark", (1440, 900)),
        ("light", (1920, 1080)),
        ("light", (360, 740)),
        ("dark", (720, 450)),
    ] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        table += 1;
        sound(&mut chromium, &format!("axe-table-{table}"));
    }
    chromium.size((1440, 900), 1.0);
    for tool in ["why", "rules", "more"] {
        chromium.value(&format!(
            "document.querySelector('[data-tool={tool}]').click()"
        ));
        chromium.wait("document.querySelector('.panel') !== null");
        sound(&mut chromium, &format!("axe-{tool}"));
        chromium.press("Escape");
        chromium.wait("document.querySelector('.panel') === null");
    }
    let rows = chromium.value("(document.querySelector('[data-tool=more]').click(), new Promise((done) => setTimeout(() => done(document.querySelectorAll('.panel .ans').length), 300)))");
    chromium.press("Escape");
    for row in 0..rows.as_u64().unwrap() - 1 {
        chromium.value("document.querySelector('[data-tool=more]').click()");
        chromium.wait("document.querySelector('.panel') !== null");
        chromium.value(&format!(
            "document.querySelectorAll('.panel .ans')[{row}].click()"
        ));
        chromium.wait("document.querySelector('.panel h2').textContent !== 'More'");
        sound(&mut chromium, &format!("axe-more-{row}"));
        chromium.press("Escape");
        chromium.wait("document.querySelector('.panel') === null");
    }
    is_set_for_left_hands(&mut chromium);
    chromium.value("document.querySelector('[data-tool=undo]').click()");
    chromium.wait("document.querySelector('dialog[open]') !== null");
    sound(&mut chromium, "axe-undo");
    for (seat, scheme) in [(0, "dark"), (1, "light")] {
        chromium.device();
        wear(&mut chromium, scheme);
        chromium.size((360, 740), 1.0);
        chromium.open(&program.seats[seat]);
        chromium.wait("document.querySelector('.phone .thumb') !== null");
        sound(&mut chromium, &format!("axe-hand-{seat}"));
        chromium.value("document.querySelector('[data-tool=view]').click()");
        sound(&mut chromium, &format!("axe-hand-table-{seat}"));
    }
    chromium.device();
    chromium.open(program.table.split('#').next().unwrap());
    chromium.wait("document.querySelector('.alone form') !== null");
    sound(&mut chromium, "axe-stranger");
}

/// On a tablet, the question and its first answer are in sight together with the table.
#[test]
fn a_tablet_shows_the_question_beside_the_table() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("dungeon-in-a-tin", &["Ann", "Bob"], &["--lan"]);
    chromium.device();
    chromium.size((768, 1024), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.ask .answers button') !== null");
    for size in [(768, 1024), (820, 1180), (1024, 768), (1280, 800)] {
        chromium.size(size, 1.0);
        let in_sight = |selector: &str| {
            let of = format!("document.querySelector('{selector}').getBoundingClientRect()");
            format!("{of}.height > 0 && {of}.top >= 0 && {of}.bottom <= innerHeight")
        };
        for selector in [".ask h2", ".ask .answers button", ".tools", ".map"] {
            assert_eq!(
                chromium.value(&in_sight(selector)),
                true,
                "{selector} at {size:?}"
            );
        }
        sound(&mut chromium, &format!("tablet-{}", size.0));
    }
}

/// Answers are on the left if a screen is set up that way, immediately and when it is reopened.
fn is_set_for_left_hands(chromium: &mut Chromium) {
    let is_left = "document.querySelector('.sheet').getBoundingClientRect().left === 0";
    chromium.value("document.querySelector('[data-tool=more]').click()");
    chromium.wait("document.querySelector('.panel') !== null");
    chromium.value(
        "[...document.querySelectorAll('.panel .ans')].find((row) => row.textContent.includes('This screen')).click()",
    );
    chromium.wait("document.querySelector('.panel [name=side]') !== null");
    assert_eq!(chromium.value(is_left), false);
    chromium.value("document.querySelectorAll('.panel [name=side]')[1].click()");
    assert_eq!(chromium.value(is_left), true);
    sound(chromium, "axe-left");
    chromium.reload();
    chromium.wait(&format!(
        "document.querySelector('.sheet') !== null && {is_left}"
    ));
}
