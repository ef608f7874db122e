//! Complete builds, from the files of a kit to the bytes of its PDF: 54, 1,000 and 10,000 poker cards, nine to an A4 page;
//! and a kit in which one row changed.
//!
//! The cards are in `benches/cards`, a kit as anyone might write it. `paperkeep build benches/cards --paper a4 --ink color
//! --format pdf` is the complete process, including a guide. CPU time and peak memory in a release build on two quiet cores:
//! 54 cards 0.02 s, 33 KB, 20 MB; 1,000 cards 0.07 s, 204 KB, 24 MB; 10,000 cards 0.54 s, 1.8 MB, 42 MB. Of the 20 MB, 17
//! are pages of the program itself and of the C library, since the kernel maps large parts of the file at once. All shipped
//! kits in one process, `paperkeep build --layout label,duplex,gutterfold --paper a4,letter --ink color --format pdf`: 1.7
//! s; with the layout `auto` as well, 2.0 s. The piecepack alone, for A4: 0.05 s, 56 KB.

use std::path::Path;

use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::write::pdf;
use paperkeep::press::{Order, Press, print};

const A4: Size = Size::new(Um(210_000), Um(297_000));

fn main() {
    divan::main();
}

#[divan::bench(args = [54, 1_000, 10_000])]
fn cards(bencher: divan::Bencher, count: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(Path::new("benches/cards"), folder.path());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("rows");
    let rows = match count {
        54 => read("w1.csv"),
        _ => times(&read("w3.csv"), count / 1_000),
    };
    std::fs::write(folder.path().join("w3.csv"), rows).expect("saved");
    bencher.bench(|| {
        let kit = Kit::open(Files::Folder(folder.path().into())).expect("the kit is right");
        let printed = print(&kit, &Order::new(A4, "a4", Ink::Color)).expect("it prints");
        assert_eq!(printed.drawn, count);
        pdf::write(&printed.sheets).map(|bytes| bytes.len())
    });
}

/// Repeats rows, each time with different codes.
fn times(rows: &str, times: usize) -> String {
    let (header, rows) = rows.split_once('\n').expect("a header");
    let mut all = format!("{header}\n");
    for time in 0..times {
        let ending = char::from(b'a' + time as u8);
        for row in rows.lines() {
            let (code, rest) = row.split_once(',').expect("a code");
            all += &format!(
                "{code}{},{rest}\n",
                if times > 1 {
                    String::from(ending)
                } else {
                    String::new()
                }
            );
        }
    }
    all
}

/// What a watch does after a save: one row of a kit has changed, from reading the kit to the bytes of its PDF.
#[divan::bench]
fn one_row_changed(bencher: divan::Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(Path::new("templates/dungeon-in-a-tin"), folder.path());
    let rows = std::fs::read_to_string(folder.path().join("tiles.toml")).expect("rows");
    let order = Order::new(A4, "a4", Ink::Color);
    let (mut press, writer) = (Press::remembering(), pdf::Writer::default());
    let mut saves = 0;
    bencher.bench_local(|| {
        saves += 1;
        let rows = rows.replace("Store Room", &format!("Room {saves}"));
        std::fs::write(folder.path().join("tiles.toml"), rows).expect("saved");
        let kit = Kit::open(Files::Folder(folder.path().into())).expect("the kit is right");
        let printed = press.print(&kit, &order).expect("it prints");
        assert!(saves == 1 || printed.drawn == 1);
        writer.bytes(&printed.sheets).map(|bytes| bytes.len())
    });
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}
