//! Parses the command line, runs one command, prints its error.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    paperkeep::cli::run()
}
