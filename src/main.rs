//! Parses the command line, runs one command, prints its error.

fn main() -> std::process::ExitCode {
    paperkeep::cli::run()
}
