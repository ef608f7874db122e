//! Commands that people copy into a shell.

/// A command's argument as a shell takes it, in quotes where it needs them: single ones, or on Windows the double ones that both
/// of its shells know.
pub fn argument(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:@+,".contains(letter) || cfg!(windows) && letter == '\\';
    match text.chars().all(is_plain) && !text.is_empty() {
        true => text.to_owned(),
        false if cfg!(windows) => format!("\"{text}\""),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::argument;

    #[test]
    fn arguments_are_quoted_where_a_shell_would_take_them_apart() {
        for text in ["kits/my-game.zip", "Élan", "my game", "a'b; $(rm)", "", "~"] {
            let told =
                std::process::Command::new("sh").arg("-c").arg(format!("printf %s {}", argument(text))).output().unwrap();
            assert_eq!(String::from_utf8(told.stdout).unwrap(), text);
        }
        assert_eq!(argument("kits/my-game.zip"), "kits/my-game.zip");
    }
}
