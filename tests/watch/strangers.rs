//! Kits that lead elsewhere, and visitors who are not browsers.

use std::io::Write;
use std::net::TcpStream;

use super::watched::Watched;

/// A link is not followed: neither is what is behind it watched, nor does it keep the kit from being shown.
#[cfg(unix)]
#[test]
fn a_link_out_of_the_kit_is_not_followed() {
    let watch = Watched::changed("dungeon-in-a-tin", &[], |kit| {
        std::os::unix::fs::symlink("/usr", kit.join("usr")).unwrap();
    });
    assert_eq!(watch.page.get("/").status, 200);
    assert_eq!(watch.page.state(None)["exhibits"][0]["title"], "Dungeon in a Tin");
    // What Linux tells of a process: a line for each folder that it watches.
    let files = std::fs::read_dir(format!("/proc/{}/fdinfo", watch.id())).into_iter().flatten();
    let texts = files.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    let watched: usize = texts.map(|text| text.lines().filter(|line| line.starts_with("inotify")).count()).sum();
    assert!(watched < 20, "{watched} folders are watched");
}

/// Who opens connections and sends nothing keeps nobody else from the page.
#[test]
fn slow_visitors_do_not_starve_the_page() {
    let watch = Watched::kit("dungeon-in-a-tin", &["--ink", "mono"]);
    let slow = |_| {
        let mut stream = TcpStream::connect(("127.0.0.1", watch.page.0)).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
        stream
    };
    let visitors: Vec<TcpStream> = (0..64).map(slow).collect();
    assert_eq!(watch.page.get("/").status, 200);
    assert_eq!(watch.page.state(None)["exhibits"][0]["ink"], "mono");
    drop(visitors);
}
