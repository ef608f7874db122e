//! Prints a kit to bytes: `cargo run --example print -- KIT`, with a shipped game's id, or a kit's folder or archive.

use std::error::Error;

use paperkeep::kit::{Ink, Kit, Size};
use paperkeep::press::{Order, print, write::pdf};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    let kit = Kit::find(name.as_deref().unwrap_or("dungeon-in-a-tin"))?;
    let printed = print(&kit, &Order::new(Size::A4, "a4", Ink::Color))?;
    println!("{}: {}", kit.title, printed.summary);
    let sheets = pdf::write(&printed.sheets)?;
    println!("the sheets: {} bytes of PDF", sheets.len());
    if let Some(guide) = &printed.guide {
        println!("the guide: {} bytes", pdf::write(guide)?.len());
    }
    Ok(())
}
