//! Commands that people copy into a shell.

/// A command's argument as a shell takes it, in quotes where it needs them.
///
/// On Windows these are double quotes, which both of its shells know, or single ones where PowerShell would expand something
/// within double ones.
pub fn argument(text: &str) -> String {
    if cfg!(windows) {
        on_windows(text)
    } else {
        elsewhere(text)
    }
}

fn elsewhere(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:@+,".contains(letter);
    if text.chars().all(is_plain) && !text.is_empty() {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// File names on Windows contain no `"`.
fn on_windows(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:+\\".contains(letter);
    // Programs take `\"` for a quote within an argument, so a backslash before the last quote is doubled.
    let end = &text[text.trim_end_matches('\\').len()..];
    // In double quotes PowerShell fills in variables; it also takes typographic quotes for quotes.
    let is_read = |letter: char| "$`“”„".contains(letter);
    if text.chars().all(is_plain) && !text.is_empty() {
        text.to_owned()
    } else if !text.contains(is_read) {
        format!("\"{text}{end}\"")
    } else {
        let doubled = |letter: char| {
            if "'‘’‚‛".contains(letter) {
                vec![letter; 2]
            } else {
                vec![letter]
            }
        };
        format!(
            "'{}{end}'",
            text.chars().flat_map(doubled).collect::<String>()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn arguments_are_quoted_where_a_shell_would_take_them_apart() {
        for text in ["kits/my-game.zip", "Élan", "my game", "a'b; $(rm)", "", "~"] {
            let told = std::process::Command::new("sh")
                .arg("-c")
                .arg(format!("printf %s {}", argument(text)))
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(told.stdout).unwrap(), text);
        }
        assert_eq!(argument("kits/my-game.zip"), "kits/my-game.zip");
    }

    /// By PowerShell's about_Quoting_Rules and about_Parsing.
    #[test]
    fn arguments_are_quoted_for_powershell() {
        let told = |text: &str| on_windows(text);
        assert_eq!(told(r"C:\kits\my-game.zip"), r"C:\kits\my-game.zip");
        assert_eq!(told(r"C:\Ann's kits\owls"), r#""C:\Ann's kits\owls""#);
        // As a shell completes the name of a folder.
        assert_eq!(
            [told(r"my kits\"), told(r"kits\"), told(r"$my kits\")],
            [r#""my kits\\""#, r"kits\", r"'$my kits\\'"]
        );
        // A comma makes a list, and @ splats one.
        assert_eq!(
            [told("a,b"), told("@all"), told("")],
            ["\"a,b\"", "\"@all\"", "\"\""]
        );
        assert_eq!(
            [told("$home's"), told("“owls”"), told("`n’s$")],
            ["'$home''s'", "'“owls”'", "'`n’’s$'"]
        );
    }
}
