//! Kits that lead elsewhere, and visitors who are not browsers.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::watched::Watched;

/// A link is not followed: its target is not watched, and the kit is shown all the same.
#[cfg(unix)]
#[test]
fn a_link_out_of_the_kit_is_not_followed() {
    let watch = Watched::changed("dungeon-in-a-tin", &[], |kit| {
        std::os::unix::fs::symlink("/usr", kit.join("usr")).unwrap();
    });
    assert_eq!(watch.page.get("/").status, 200);
    assert_eq!(
        watch.page.state(None)["exhibits"][0]["title"],
        "Dungeon in a Tin"
    );
    // Linux lists a line for each folder that a process watches.
    let files = std::fs::read_dir(format!("/proc/{}/fdinfo", watch.id()))
        .into_iter()
        .flatten();
    let texts = files.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    let watched: usize = texts
        .map(|text| {
            text.lines()
                .filter(|line| line.starts_with("inotify"))
                .count()
        })
        .sum();
    assert!(watched < 20, "{watched} folders are watched");
}

/// Connections that send nothing keep nobody else from the page: a browser that tries again is answered.
#[test]
fn slow_visitors_do_not_starve_the_page() {
    let watch = Watched::kit("dungeon-in-a-tin", &["--ink", "mono"]);
    let connect = |request: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", watch.page.0))?;
        stream.write_all(request.as_bytes())?;
        std::io::Result::Ok(stream)
    };
    let visitors: Vec<TcpStream> = (0..64)
        .map(|_| connect("GET / HTTP/1.1\r\nHost: ").unwrap())
        .collect();
    let request = format!("GET / HTTP/1.0\r\nHost: 127.0.0.1:{}\r\n\r\n", watch.page.0);
    let page = (0..1_000).find_map(|_| {
        let mut text = String::new();
        let got = connect(&request).and_then(|mut stream| stream.read_to_string(&mut text));
        std::thread::sleep(Duration::from_millis(if got.is_ok() { 0 } else { 100 }));
        got.ok().map(|_| text)
    });
    assert!(page.unwrap().contains(" 200 OK"));
    drop(visitors);
}
