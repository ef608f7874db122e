//! Parses the command line, runs one command, prints its error.

#[global_allocator]
static MEMORY: paperkeep::cli::Ration = paperkeep::cli::Ration;

fn main() -> std::process::ExitCode {
    paperkeep::cli::run()
}
