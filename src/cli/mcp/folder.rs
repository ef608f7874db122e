//! The files that an assistant may name: those in one folder.

use std::path::{Component, Path, PathBuf};

use crate::kit::Kit;

/// The deepest that kits are looked for below the folder, and the most that are listed.
const DEPTH: usize = 3;
const MOST_KITS: usize = 100;

/// The most entries of folders that are looked at for that.
const MOST_ENTRIES: usize = 10_000;

/// A folder, by its real path.
pub struct Folder(PathBuf);

impl Folder {
    /// # Errors
    ///
    /// There is no such folder.
    pub fn open(path: &Path) -> Result<Folder, String> {
        let real = dunce::canonicalize(path).ok().filter(|path| path.is_dir());
        real.map(Folder)
            .ok_or_else(|| format!("there is no folder {}", path.display()))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A kit as a command takes it: a path in the folder, or the name of a shipped kit.
    ///
    /// # Errors
    ///
    /// The path leads out of the folder, or it would be taken for an option.
    pub fn kit(&self, word: &str) -> Result<String, String> {
        let is_path = word.contains(['/', '\\']) || word.starts_with('.');
        if is_path || self.0.join(word).symlink_metadata().is_ok() {
            return self.file(word);
        }
        if word.starts_with('-') {
            Err(format!("there is no kit `{word}`"))
        } else {
            Ok(word.to_owned())
        }
    }

    /// A file or folder as a command takes it, whether it exists or not.
    ///
    /// # Errors
    ///
    /// It is not in the folder.
    pub fn file(&self, word: &str) -> Result<String, String> {
        let inside = self.inside(&self.0.join(word)).ok_or_else(|| {
            format!(
                "`{word}` is outside {}, the folder that this server was started for: name something in it, or start \
                 `paperkeep mcp --folder DIR` for another one",
                self.0.display()
            )
        })?;
        let inside = inside.display().to_string();
        Ok(match inside.as_str() {
            "" => ".".to_owned(),
            // It would be taken for an option.
            dashed if dashed.starts_with('-') => format!("./{dashed}"),
            _ => inside,
        })
    }

    /// The path in the folder that a path leads to; what does not exist yet must be named plainly.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let there = path
            .ancestors()
            .find(|path| path.symlink_metadata().is_ok())?;
        let missing = path.strip_prefix(there).ok()?;
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !missing.components().all(is_plain) {
            return None;
        }
        let real = dunce::canonicalize(there).ok()?;
        let inside = real.strip_prefix(&self.0).ok()?;
        // Joining nothing would add a slash.
        if missing.as_os_str().is_empty() {
            Some(inside.to_owned())
        } else {
            Some(inside.join(missing))
        }
    }

    /// The kits in the folder, and whether there may be more.
    pub fn kits(&self) -> (Vec<String>, bool) {
        let mut kits = Vec::new();
        let mut left = MOST_ENTRIES;
        let mut open = vec![(self.0.clone(), 0)];
        while let Some((folder, depth)) = open.pop() {
            if folder.join("kit.toml").is_file() {
                kits.extend(self.file(&folder.display().to_string()));
                continue;
            }
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            for entry in entries.take(left) {
                left -= 1;
                let path = entry.path();
                // Links are not followed.
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
                if is_folder && !is_hidden && depth < DEPTH {
                    open.push((path, depth + 1));
                } else if !is_folder && path.extension().is_some_and(|ending| ending == "zip") {
                    kits.extend(
                        self.file(&path.display().to_string())
                            .ok()
                            .filter(|_| Kit::is_at(&path)),
                    );
                }
            }
        }
        kits.sort();
        let is_cut = kits.len() > MOST_KITS || left == 0;
        kits.truncate(MOST_KITS);
        (kits, is_cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_can_be_named() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("root");
        std::fs::create_dir_all(root.join("owls/faces")).unwrap();
        std::fs::create_dir(root.join("-x")).unwrap();
        std::fs::write(outer.path().join("diary"), "").unwrap();
        let folder = Folder::open(&root).unwrap();
        for (word, path) in [
            ("owls", "owls"),
            ("owls/../owls/new.csv", "owls/new.csv"),
            ("new/deep", "new/deep"),
            (".", "."),
            ("./-x", "./-x"),
            ("-x", "./-x"),
        ] {
            assert_eq!(folder.kit(word).unwrap().replace('\\', "/"), path);
        }
        assert_eq!(folder.kit("tin").unwrap(), "tin");
        let absolute = outer.path().join("diary").display().to_string();
        for word in ["../diary", "new/../../diary", "..", "--help", &absolute] {
            assert!(folder.kit(word).is_err(), "{word}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(outer.path(), root.join("out")).unwrap();
            symlink(outer.path().join("missing"), root.join("dangling")).unwrap();
            for word in ["out", "out/diary", "dangling", "dangling/new"] {
                assert!(folder.kit(word).is_err(), "{word}");
            }
        }
    }
}
