//! Options of a table, each declared once: what the rules read, and what a table may choose.

use crate::games::{Setup, TableOption};

/// Declares the options of a game: for each what the rules read from the chosen `value`, its name and values, the default first, and
/// what it decides. A field without a name follows from those before it.
///
/// ```text
/// options! { with (setup, value);
///     /// A41: a dead player's coins remain on the floor.
///     coins_to_floor: bool = value == "floor", from "dead_coins" of ["pool", "floor"]:
///         "The coins of a dead knight go back to the pool, or stay on the floor.";
/// }
/// ```
macro_rules! options {
    (
        with ($setup:ident, $value:ident $(, $known:ident = $given:expr)?);
        $(
            $(#[$doc:meta])*
            $field:ident : $Type:ty = $read:expr $(, from $name:literal of [$($choice:expr),* $(,)?] : $help:literal)? ;
        )*
    ) => {
        /// All options, for listing.
        pub const LIST: &[$crate::games::TableOption] = &[
            $($($crate::games::TableOption { name: $name, values: &[$($choice),*], help: $help },)?)*
        ];

        /// The options as the rules read them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Options {
            $($(#[$doc])* pub $field: $Type,)*
        }

        impl Options {
            /// Reads the options of a set-up whose words were checked against [`LIST`].
            pub fn new($setup: &$crate::games::Setup) -> Options {
                $(let $known = $given;)?
                $(
                    $(let $value = $crate::games::shared::options::chosen(LIST, $setup, $name);)?
                    let $field: $Type = $read;
                )*
                Options { $($field),* }
            }
        }
    };
}
pub(in crate::games) use options;

/// The value of an option in a set-up, or its default.
pub fn chosen<'a>(options: &[TableOption], setup: &'a Setup, name: &str) -> &'a str {
    let chosen = setup
        .options
        .iter()
        .rev()
        .find(|(chosen, _)| chosen == name)
        .map(|(_, value)| value.as_str());
    let default = || {
        options
            .iter()
            .find(|option| option.name == name)
            .map_or("", TableOption::default)
    };
    chosen.unwrap_or_else(default)
}
