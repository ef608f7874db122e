//! A program with whatever it starts itself: they end together, also where this process is killed, and where it is a worker, which may end
//! nobody.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

/// The pipes to a program and from it.
pub struct Pipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
    pub errors: ChildStderr,
}

/// The processes of a program. On Unix, a guard outside of them ends them once it hears from this process or hears that it is gone;
/// elsewhere, only the first of them can be ended.
#[derive(Debug)]
pub struct Group {
    program: Child,
    #[cfg(unix)]
    guard: Child,
}

impl Group {
    pub fn start(command: &mut Command) -> io::Result<(Group, Pipes)> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        let command = std::os::unix::process::CommandExt::process_group(command, 0);
        let mut program = command.spawn()?;
        let gone = || io::Error::other("it has no input or output");
        let pipes = Pipes {
            input: program.stdin.take().ok_or_else(gone)?,
            output: program.stdout.take().ok_or_else(gone)?,
            errors: program.stderr.take().ok_or_else(gone)?,
        };
        let group = Group {
            #[cfg(unix)]
            guard: guard(program.id())?,
            program,
        };
        Ok((group, pipes))
    }

    /// Ends them without a delay, and waits for it.
    #[cfg(unix)]
    pub fn end(&mut self) {
        if let Some(mut guard) = self.guard.stdin.take() {
            let _ = io::Write::write_all(&mut guard, b"now\n");
        }
        if self.guard.wait().is_ok_and(|status| status.success()) {
            let _ = self.program.wait();
        }
    }

    #[cfg(not(unix))]
    pub fn end(&mut self) {
        if self.program.kill().is_ok() {
            let _ = self.program.wait();
        }
    }
}

/// What a guard does: a line tells it to end the group at once, and the end of its input gives the group a second to end by itself.
#[cfg(unix)]
const GUARD: &str = r#"trap '' HUP INT TERM
read -r now || for tenth in 1 2 3 4 5 6 7 8 9 10; do
    kill -s 0 -- "-$1" || exit 0
    sleep 0.1
done
kill -s KILL -- "-$1"
exit 0"#;

/// Starts a guard of this group, in a group of its own, so that no key ends it.
#[cfg(unix)]
fn guard(group: u32) -> io::Result<Child> {
    use std::os::unix::process::CommandExt;
    Command::new("sh")
        .args(["-c", GUARD, "guard", &group.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

/// Elsewhere than on Unix, nobody else would end it.
#[cfg(not(unix))]
impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}
