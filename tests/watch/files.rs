//! The files that a watch prints at every save.

use std::fs;
use std::io::BufRead;

use super::watched::Watched;

#[test]
fn a_watch_prints_at_every_save_until_it_is_stopped() {
    let mut watch = Watched::kit("dungeon-in-a-tin", &["--ink", "mono", "--no-page"]);
    assert!(watch.next_line().ends_with("% of the printable area used"));
    assert_eq!(
        watch.greeting,
        format!("watching {} (Ctrl-C ends it)\n", watch.kit.display())
    );

    watch.edit("tiles.toml", "Store Room", "Cold Room");
    let news = watch.next_line();
    assert!(
        news.starts_with("dungeon-in-a-tin-a4-mono.pdf: 1 face drawn, ")
            && news.ends_with("changed: T06"),
        "{news}"
    );
    let pdf = watch
        .out
        .join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono.pdf");
    let good = fs::read(&pdf).unwrap();
    watch.edit("tiles.toml", "name = \"Cold Room\"", "name = 7");
    let mut line = String::new();
    watch.stderr.read_line(&mut line).unwrap();
    assert_eq!(
        line,
        "error: expected text in quotes, found a whole number\n"
    );
    assert_eq!(good, fs::read(&pdf).unwrap());
    watch.edit("tiles.toml", "name = 7", "name = \"Warm Room\"");
    assert!(watch.next_line().ends_with("changed: T06"));
    // Elsewhere, only a program on the same console can press Ctrl-C.
    #[cfg(unix)]
    {
        let rest = watch.interrupt();
        assert!(rest.trim_end().ends_with("nothing was written"), "{rest}");
    }
}
