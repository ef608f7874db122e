//! The user's folder for configuration.

use std::env;
use std::path::PathBuf;

/// The folder `paperkeep` in it; `None` if the system names no such folder.
pub fn folder() -> Option<PathBuf> {
    let folder = |variable: &str| {
        env::var_os(variable)
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute())
    };
    let config = folder("XDG_CONFIG_HOME")
        .or_else(|| folder("APPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".config")));
    Some(config?.join("paperkeep"))
}
