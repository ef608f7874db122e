//! The browser of this machine.

use std::process::{Command, Stdio};
use std::thread;

use super::stdio::note;

/// Opens a page in it. If there is none, the link is in the terminal.
pub fn open(link: &str) {
    // Windows' `explorer` would report a failure every time, and open a folder where a link has a query.
    let (opener, arguments) = match () {
        () if cfg!(windows) => ("rundll32", &["url.dll,FileProtocolHandler"][..]),
        () if cfg!(target_os = "macos") => ("open", &[][..]),
        () => ("xdg-open", &[][..]),
    };
    let mut command = Command::new(opener);
    command
        .args(arguments)
        .arg(link)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // The browser stays open when Ctrl-C stops the program.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let failed = || note!("paperkeep: no browser could be opened; the address is above");
    match command.spawn() {
        // The opener may take its time, or be the browser itself.
        Ok(mut opener) => drop(thread::spawn(move || {
            if !opener.wait().is_ok_and(|done| done.success()) {
                failed();
            }
        })),
        Err(_) => failed(),
    }
}
