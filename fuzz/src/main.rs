//! Reads randomly mutated valid files until the time is up or something breaks.

mod change;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rustix::process::{Resource, Rlimit, setrlimit};

use targets::TARGETS;

/// A round that takes longer counts as a failure.
const LONGEST: Duration = Duration::from_secs(30);

/// When the current round began, in milliseconds since the start.
static BEGAN: AtomicU64 = AtomicU64::new(0);

/// The most memory, in bytes; a round that takes more ends the program.
const MAX_MEMORY: u64 = 2 << 30;

fn main() -> ExitCode {
    let limit = Rlimit {
        current: Some(MAX_MEMORY),
        maximum: Some(MAX_MEMORY),
    };
    setrlimit(Resource::Data, limit).expect("a lower limit");
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        words
            .get(at)
            .map_or(Some(default), |word| word.parse().ok())
    };
    let target = TARGETS
        .iter()
        .find(|target| words.first().is_some_and(|word| word == target.name));
    let (Some(target), Some(seconds), Some(seed)) = (target, number(1, 60), number(2, 1)) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!(
            "usage: cargo run -- TARGET [SECONDS] [SEED]    targets: {}",
            names.join(", ")
        );
        return ExitCode::from(2);
    };
    std::fs::create_dir_all("found").expect("a folder for what is found");
    let last = Path::new("found").join(format!("{}.last", target.name));
    let start = Instant::now();
    watch(last.clone());
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let seeds = (target.seeds)();
    let begin = |input: &[u8]| {
        std::fs::write(&last, input).expect("room on the disk");
        BEGAN.store(worked().as_millis() as u64, Relaxed);
    };
    let is_sound = |seed: &&Vec<u8>| {
        begin(seed);
        (target.read)(seed)
    };
    let fine = seeds.iter().filter(is_sound).count();
    println!("{}: {fine} of {} seeds sound", target.name, seeds.len());
    assert!(fine * 2 > seeds.len(), "most rounds would end at once");
    let (mut rounds, mut sound, mut found) = (0_u64, 0_u64, 0_u32);
    while start.elapsed() < Duration::from_secs(seconds) && found < 10 {
        let input = change::changed(&seeds, &mut chance);
        begin(&input);
        match catch_unwind(AssertUnwindSafe(|| (target.read)(&input))) {
            Ok(fine) => sound += u64::from(fine),
            Err(_) => {
                found += 1;
                let kept = format!("found/{}-{seed}-{rounds}", target.name);
                std::fs::copy(&last, &kept).expect("room on the disk");
                eprintln!("saved as {kept}");
            }
        }
        rounds += 1;
    }
    println!(
        "{}: {rounds} rounds in {} s, {sound} still sound, {found} found",
        target.name,
        start.elapsed().as_secs()
    );
    if found == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The CPU time of this process, so that time on a busy machine does not count.
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

/// Ends the program if a round hangs; its input has been saved.
fn watch(last: std::path::PathBuf) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let began = Duration::from_millis(BEGAN.load(Relaxed));
            if worked().saturating_sub(began) > LONGEST {
                eprintln!(
                    "a round takes more than {} s: see {}",
                    LONGEST.as_secs(),
                    last.display()
                );
                std::process::exit(1);
            }
        }
    });
}
