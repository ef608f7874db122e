//! Content streams with numbers no finer than print: krilla writes every bit of a float, `0.69000006`.

use crate::press::write::decimal::Decimal;

/// Rounds every number: coordinates to a micrometre, what multiplies them finer. The unit is the millimetre.
pub(super) fn tidy(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len());
    let mut numbers: Vec<f64> = Vec::new();
    let mut rest = content;
    while let Some(&first) = rest.first() {
        let length = match first {
            b'(' => string_length(rest),
            b'<' | b'>' if rest.get(1) == Some(&first) => 2,
            b'<' => rest.iter().position(|byte| *byte == b'>').map_or(rest.len(), |at| at + 1),
            b'/' => 1 + rest[1..].iter().take_while(|byte| is_regular(**byte)).count(),
            _ if is_regular(first) => rest.iter().take_while(|byte| is_regular(**byte)).count(),
            _ => 1,
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        if first.is_ascii_whitespace() {
            continue;
        }
        if let Some(number) = str::from_utf8(token).ok().and_then(|token| token.parse::<f64>().ok()) {
            numbers.push(number);
            continue;
        }
        let places = if token == b"cm" || token == b"Tm" { 7 } else { 3 };
        for number in numbers.drain(..) {
            let fine = if number.abs() < 1.0 { places.max(4) } else { places };
            Decimal(number, fine).push(&mut out);
            out.push(b' ');
        }
        out.extend_from_slice(token);
        out.push(if is_regular(first) { b'\n' } else { b' ' });
    }
    out
}

/// The length of a literal string with its parentheses.
fn string_length(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}

fn is_regular(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !b"()<>[]{}/%\0".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn words_that_are_said_otherwise_than_shown_stay_a_dictionary() {
        let tidied = tidy(b"/Span <</ActualText<FEFF00AD>/MCID 1>>BDC (a) Tj EMC");
        let expected = "/Span << /ActualText <FEFF00AD> /MCID 1 >> BDC (a) Tj EMC";
        assert_eq!(String::from_utf8(tidied).unwrap().split_whitespace().collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn numbers_are_rounded_and_nothing_else() {
        let tidied = tidy(b"q 0.05859375 0 0 0.05859375 1.2000003 2 cm\n12.345678 0.69000006 m [(0.123456 \\) (a)) -12.3456]TJ /a1.23456 gs <1.23456> Tj");
        let tidied = String::from_utf8(tidied).unwrap();
        let expected = "q .0585938 0 0 .0585938 1.2000003 2 cm 12.346 .69 m [ (0.123456 \\) (a)) -12.346 ] TJ /a1.23456 gs <1.23456> Tj";
        assert_eq!(tidied.split_whitespace().collect::<Vec<_>>(), expected.split_whitespace().collect::<Vec<_>>());
    }
}
