//! Builds the site: the module with its bindings, the pages, and a service worker that knows every file, in `web/out`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use brotli::enc::BrotliEncoderParams;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

type Done<T> = Result<T, Box<dyn Error>>;

const TARGET: &str = "wasm32-unknown-unknown";

/// What the module may take, bytes: a kit that wants more ends its worker.
const MOST_MEMORY: usize = 1 << 30;

/// The folder of the module for what people add, and its feature.
const WHOLE: &str = "whole";

/// Fonts that the module fetches when a kit needs them, and their folder.
const FONTS_APART: [&str; 5] = [
    "Alegreya-Italic.ttf",
    "AlegreyaSC-Bold.ttf.gz",
    "SofiaSansCondensed-SemiBold.ttf.gz",
    "NotoSansSymbols.ttf.gz",
    "NotoEmoji.ttf.gz",
];
const APART: &str = "fonts";

/// The folder of what shipped kits and the program say in other languages, which is fetched when somebody asks for one.
const LANGUAGES: &str = "languages";

/// How the names of files end that get smaller by compression; fonts and pictures are compressed already.
const PACKED: [&str; 8] = [
    ".css", ".html", ".js", ".po", ".svg", ".ttf", ".txt", ".wasm",
];

/// The folder of the pages for makers.
const MAKE: &str = "make";

/// The client of the table that talks to a server; here another file of that name talks to a worker.
const REPLACED: [&str; 1] = ["link.js"];

fn main() -> Done<()> {
    let is_quick = std::env::args().any(|word| word == "--quick");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let out = web.join("target/site");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    bind(&compile(&web, is_quick, &[])?, &out)?;
    bind(&compile(&web, is_quick, &["whole"])?, &out.join(WHOLE))?;
    copy(
        &web.join("../src/page/client"),
        &out.join("table"),
        &REPLACED,
    )?;
    copy(&web.join("../src/bench/client"), &out, &[])?;
    copy(&web.join("page"), &out, &[])?;
    confine(&out.join("table/index.html"))?;
    fs::create_dir(out.join(APART))?;
    for font in FONTS_APART {
        let from = web.join("../fonts").join(font);
        fs::copy(from, out.join(APART).join(font))?;
    }
    copy_catalogues(&web.join("../templates"), &out.join(LANGUAGES))?;
    let own = web.join("../src/kit/files/language");
    copy_catalogues(&own, &out.join(LANGUAGES).join("paperkeep"))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT", "CREDITS.md"] {
        let to = out
            .join(licence.trim_end_matches(".md"))
            .with_extension("txt");
        fs::copy(web.join("..").join(licence), to)?;
    }
    let files = list(&out)?;
    serve_offline(&out, &files)?;
    pack(&out)?;
    // Until here, the last site stays as it is.
    let site = web.join("out");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    fs::rename(&out, &site)?;
    println!(
        "{} files in {}",
        files.len(),
        site.canonicalize()?.display()
    );
    Ok(())
}

/// Puts a compressed file beside each that gets smaller by it, as a server with a fixed folder sends them.
fn pack(out: &Path) -> Done<()> {
    for (file, bytes) in list(out)? {
        if !PACKED.iter().any(|ending| file.ends_with(ending)) {
            continue;
        }
        let packed = packed(&bytes)?;
        if file.ends_with(".wasm") {
            let mb = [bytes.len(), packed.len()].map(|length| length as f64 / 1e6);
            println!("{file}: {:.1} MB, compressed {:.2} MB", mb[0], mb[1]);
        }
        fs::write(out.join(format!("{file}.br")), packed)?;
    }
    Ok(())
}

/// A file as it goes over the wire.
fn packed(bytes: &[u8]) -> Done<Vec<u8>> {
    let wish = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut packed, &wish)?;
    Ok(packed)
}

/// Writes a module with what JavaScript calls of it.
fn bind(module: &Path, out: &Path) -> Done<()> {
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .out_name("paperkeep")
        .generate(out)?;
    Ok(())
}

/// Compiles the module, of the same versions of everything as the program: what a browser prints is what the program prints.
fn compile(web: &Path, is_quick: bool, features: &[&str]) -> Done<PathBuf> {
    let profile = if is_quick { "quick" } else { "release" };
    fs::copy(web.join("../Cargo.lock"), web.join("Cargo.lock"))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["rustc", "--lib", "--target", TARGET])
        .args(["--profile", profile])
        .args(["--features", &features.join(",")])
        .arg("--manifest-path")
        .arg(web.join("Cargo.toml"))
        .args(["--", "-C", &format!("link-arg=--max-memory={MOST_MEMORY}")]);
    if !command.status()?.success() {
        return Err(format!("the module was not built; `rustup target add {TARGET}` once").into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(web.join("target"), PathBuf::from);
    Ok(target.join(TARGET).join(profile).join("paperkeep_web.wasm"))
}

/// A server's headers would say what the table's page may do; without one, the page itself does.
fn confine(page: &Path) -> Done<()> {
    const BEFORE: &str = "<meta name=\"referrer\"";
    let policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
        font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
    let text = fs::read_to_string(page)?;
    if !text.contains(BEFORE) {
        return Err(format!("{} has no place for a policy", page.display()).into());
    }
    let meta =
        format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n{BEFORE}");
    fs::write(page, text.replacen(BEFORE, &meta, 1))?;
    Ok(())
}

/// Copies a folder, except for some of the files at its top.
fn copy(from: &Path, to: &Path, except: &[&str]) -> Done<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if except.iter().any(|left_out| name == *left_out) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(&name), &[])?;
        } else {
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

/// Copies the catalogues of kits.
fn copy_catalogues(from: &Path, to: &Path) -> Done<()> {
    for (path, bytes) in list(from)? {
        if path.ends_with(".po") {
            let to = to.join(path);
            fs::create_dir_all(to.parent().unwrap_or(&to))?;
            fs::write(to, bytes)?;
        }
    }
    Ok(())
}

/// Every file by its address, in order.
fn list(folder: &Path) -> Done<Vec<(String, Vec<u8>)>> {
    fn walk(folder: &Path, before: &str, files: &mut Vec<(String, Vec<u8>)>) -> Done<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let address = format!("{before}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{address}/"), files)?;
            } else {
                files.push((address, fs::read(entry.path())?));
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    files.sort();
    Ok(files)
}

/// Tells the service worker which files there are; its version is a hash of them all.
fn serve_offline(out: &Path, files: &[(String, Vec<u8>)]) -> Done<()> {
    let mut hash = Sha256::new();
    for (address, bytes) in files {
        hash.update(address);
        hash.update(bytes);
    }
    let digest = hash.finalize();
    let version: String = digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let addresses = files.iter().map(|(address, _)| address.as_str());
    let (later, first): (Vec<&str>, Vec<&str>) = addresses
        .filter(|address| *address != "sw.js")
        .partition(|address| {
            let is_in = |folder: &str| address.starts_with(&format!("{folder}/"));
            [APART, LANGUAGES, WHOLE, MAKE].into_iter().any(is_in)
        });
    let worker = fs::read_to_string(out.join("sw.js"))?
        .replace("'VERSION'", &format!("'{version}'"))
        .replace("['FIRST']", &listed(&first))
        .replace("['LATER']", &listed(&later));
    fs::write(out.join("sw.js"), worker)?;
    Ok(())
}

/// A list of addresses in JavaScript; that of an index is its folder's.
fn listed(addresses: &[&str]) -> String {
    let addresses = addresses
        .iter()
        .map(|address| format!("'{}'", address.trim_end_matches("index.html")));
    format!("[{}]", addresses.collect::<Vec<_>>().join(", "))
}
