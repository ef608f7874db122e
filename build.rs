//! Templates, starters and fonts are embedded in the program; a change to any must rebuild it.

fn main() {
    for embedded in ["templates", "starters", "fonts"] {
        println!("cargo::rerun-if-changed={embedded}");
    }
}
