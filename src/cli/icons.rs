//! `paperkeep icons`: shows the icons that ship.

use std::path::{Path, PathBuf};

use super::Error;
use super::stdio::say;
use crate::face::{ShippedIcon, shipped_icon, shipped_icons};
use crate::games::english::counted;
use crate::kit::Size;
use crate::press::icon_sheet::icon_sheets;
use crate::press::write::output::Output;
use crate::press::write::{pdf, png, svg};

/// The resolution of a picture of the icons.
const DPI: u32 = 150;

/// Show the icons that texts may contain, with all names that find them
#[derive(clap::Args)]
pub struct Args {
    /// Only icons with such a name: `paperkeep icons sword`
    names: Vec<String>,
    /// Draw them into a file: .pdf, .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write each as an SVG file into this folder, to be changed: `--copy faces/icons`
    #[arg(long, value_name = "FOLDER")]
    copy: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Error> {
    let icons: Vec<&ShippedIcon> = shipped_icons()
        .iter()
        .filter(|icon| args.names.is_empty() || args.names.iter().any(|name| is_like(icon, name)))
        .collect();
    if icons.is_empty() {
        return Err(Error::Other(format!(
            "no icon has a name like {}; without a name, `paperkeep icons` shows all of them",
            args.names.join(", ")
        )));
    }
    if let Some(folder) = &args.copy {
        return copy(&icons, folder);
    }
    if let Some(file) = &args.out {
        return draw(&icons, file);
    }
    for icon in &icons {
        let others = icon.others.join(", ");
        say!("{:<16} {:<6} {others}", icon.name, first(icon.emoji, 2));
    }
    say!(
        "A text with icons shows `:sword:`, `[sword]`, `{{sword}}` and emoji; `--out icons.pdf` draws all."
    );
    Ok(())
}

fn is_like(icon: &ShippedIcon, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_found = shipped_icon(&name).is_some_and(|found| found.name == icon.name);
    let has = |own: &&str| own.contains(&*name);
    is_found || has(&icon.name) || icon.others.iter().any(has) || icon.emoji.contains(&*name)
}

fn first(text: &str, count: usize) -> String {
    text.chars().take(count).collect()
}

fn draw(icons: &[&ShippedIcon], file: &Path) -> Result<(), Error> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let one = || icon_sheets(icons, None);
    let bytes = match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("pdf") => pdf::write(&icon_sheets(icons, Some(Size::A4))?)?,
        Some("svg") => svg::write(&one()?, 0)?.into_bytes(),
        Some("png") => png::render(&svg::write(&one()?, 0)?, DPI)?,
        _ => {
            let message = format!("`{}` is not a .pdf, an .svg or a .png", file.display());
            return Err(Error::Usage(message));
        }
    };
    let output = Output::new();
    output.add(file, bytes)?;
    output.write()?;
    say!("{}: {}", file.display(), counted(icons.len(), "icon"));
    Ok(())
}

fn copy(icons: &[&ShippedIcon], folder: &Path) -> Result<(), Error> {
    let output = Output::new();
    for icon in icons {
        let file = folder.join(format!("{}.svg", icon.name));
        if file.exists() {
            let message = format!("{} exists already, and is kept", file.display());
            return Err(Error::Other(message));
        }
        output.add(&file, icon.file())?;
    }
    output.write()?;
    say!("{}: {}", folder.display(), counted(icons.len(), "icon"));
    Ok(())
}
