//! The user's folders for configuration and for data.

use std::env;
use std::path::PathBuf;

/// The folder `paperkeep` in it; `None` if the system names no such folder.
pub fn folder() -> Option<PathBuf> {
    let config = named("XDG_CONFIG_HOME")
        .or_else(|| named("APPDATA"))
        .or_else(|| named("HOME").map(|home| home.join(".config")));
    Some(config?.join("paperkeep"))
}

/// The folder `paperkeep` for data, where the system keeps that; `None` if it names no such folder.
pub fn data() -> Option<PathBuf> {
    let home = |folder: &str| named("HOME").map(|home| home.join(folder));
    let data = named("XDG_DATA_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| {
            if cfg!(target_os = "macos") {
                home("Library/Application Support")
            } else {
                home(".local/share")
            }
        });
    Some(data?.join("paperkeep"))
}

/// The folder that a variable of the environment names.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute())
}
