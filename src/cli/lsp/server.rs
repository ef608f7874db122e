//! The messages of an editor, and what is answered.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionParams, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, Hover, HoverContents, InitializeParams, Location, MarkupContent,
    MarkupKind, PublishDiagnosticsParams, Range, TextDocumentPositionParams, TextEdit, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::address;
use super::answer::{About, Found, Meaning, Question};
use super::asked::{Asked, Said, ask};
use crate::cli::VERSION;
use crate::kit::{Problem, SourceSpan};

/// How long nothing is typed before the kit is checked.
const PAUSE: Duration = Duration::from_millis(200);

/// The most questions that are answered at the same time; an editor takes back those it no longer needs.
const MOST_QUESTIONS: usize = 4;

/// The most folders above a file in which its kit is looked for.
const HIGHEST: usize = 8;

const CRASHED: &str = "paperkeep crashed while checking this kit; that is a bug in paperkeep";

/// What the server waits for.
enum Event {
    Message(Message),
    /// The editor ended, perhaps without a word.
    Gone,
    /// A worker says something about the kit in this folder, as it was after this change.
    Checked(PathBuf, u64, Said),
    Answered(RequestId, Said),
}

/// A file that is open in the editor.
struct Document {
    path: PathBuf,
    text: String,
}

/// A kit of which a file is open.
#[derive(Default)]
struct Kit {
    /// How often anything had changed when it last did.
    changes: u64,
    /// When to check it.
    due: Option<Instant>,
    checking: Option<Asked>,
    /// What is shown in the editor, by the file's address.
    shown: BTreeMap<String, Vec<Found>>,
    /// The change after which that was found.
    shown_after: u64,
}

/// A request that a worker answers.
struct Pending {
    id: RequestId,
    method: String,
    _asked: Asked,
    answer: Value,
}

struct Server {
    connection: Connection,
    events: Sender<Event>,
    /// By their addresses.
    documents: HashMap<String, Document>,
    /// By their folders.
    kits: BTreeMap<PathBuf, Kit>,
    pending: VecDeque<Pending>,
    /// Whether the editor shows what belongs to a problem.
    shows_related: bool,
    is_shut_down: bool,
    /// How often anything has changed.
    changes: u64,
}

/// Speaks with an editor until it ends.
pub fn serve(connection: Connection) -> Result<(), String> {
    let (id, params) = connection
        .initialize_start()
        .map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let done = json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "completionProvider": { "triggerCharacters": [".", ":", "\"", "'", "{", "|", "="] },
            "definitionProvider": true,
            "hoverProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        },
        "serverInfo": { "name": "paperkeep", "version": VERSION },
    });
    connection
        .initialize_finish(id, done)
        .map_err(|error| error.to_string())?;
    let (events, received) = mpsc::channel();
    let messages = connection.receiver.clone();
    let sender = events.clone();
    std::thread::spawn(move || {
        for message in messages {
            if sender.send(Event::Message(message)).is_err() {
                return;
            }
        }
        let _ = sender.send(Event::Gone);
    });
    let text = params.capabilities.text_document.as_ref();
    let published = text.and_then(|text| text.publish_diagnostics.as_ref());
    let shows_related = published.and_then(|published| published.related_information);
    let mut server = Server {
        connection,
        events,
        documents: HashMap::new(),
        kits: BTreeMap::new(),
        pending: VecDeque::new(),
        shows_related: shows_related.unwrap_or_default(),
        is_shut_down: false,
        changes: 0,
    };
    server.watch_files(&params);
    server.run(&received)
}

impl Server {
    fn run(&mut self, events: &Receiver<Event>) -> Result<(), String> {
        loop {
            let due = self.kits.values().filter_map(|kit| kit.due).min();
            let wait = due.map_or(Duration::MAX, |due| {
                due.saturating_duration_since(Instant::now())
            });
            match events.recv_timeout(wait) {
                Ok(Event::Message(Message::Request(request))) => self.request(request),
                Ok(Event::Message(Message::Notification(told))) if told.method == "exit" => {
                    return if self.is_shut_down {
                        Ok(())
                    } else {
                        Err("the editor ended without a shutdown".into())
                    };
                }
                Ok(Event::Message(Message::Notification(told))) => self.told(told),
                Ok(Event::Message(Message::Response(_))) => {}
                Ok(Event::Checked(folder, changes, said)) => self.checked(&folder, changes, said),
                Ok(Event::Answered(id, said)) => self.answered(&id, said),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.check_what_is_due();
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone needs nothing.
        let _ = self.connection.sender.send(message.into());
    }

    fn respond(&self, id: RequestId, answer: impl Serialize) {
        self.send(Response::new_ok(id, answer));
    }

    /// Asks the editor to tell of files that are changed elsewhere, as tables by a spreadsheet program.
    fn watch_files(&self, params: &InitializeParams) {
        let workspace = params.capabilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files);
        if watched.and_then(|watched| watched.dynamic_registration) != Some(true) {
            return;
        }
        let globs = "**/*.{toml,csv,tsv,ods,xlsx,json,svg,po,png,jpg,ttf,otf}";
        let registration = json!({ "registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": [{ "globPattern": globs }] },
        }] });
        self.send(Request::new(
            RequestId::from("watch".to_owned()),
            "client/registerCapability".into(),
            registration,
        ));
    }

    fn told(&mut self, told: Notification) {
        match told.method.as_str() {
            "textDocument/didOpen" => {
                if let Some(params) = read::<DidOpenTextDocumentParams>(told.params) {
                    let document = params.text_document;
                    self.edited(&document.uri, document.text);
                }
            }
            "textDocument/didChange" => {
                let params = read::<DidChangeTextDocumentParams>(told.params);
                let changed = params.and_then(|mut params| {
                    let last = params.content_changes.pop()?;
                    Some((params.text_document.uri, last.text))
                });
                if let Some((address, text)) = changed {
                    self.edited(&address, text);
                }
            }
            "textDocument/didSave" => {
                if let Some(params) = read::<DidSaveTextDocumentParams>(told.params) {
                    self.touch(&params.text_document.uri);
                }
            }
            "textDocument/didClose" => {
                if let Some(params) = read::<DidCloseTextDocumentParams>(told.params) {
                    self.closed(&params.text_document.uri);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                let folders: Vec<PathBuf> = self.kits.keys().cloned().collect();
                folders.iter().for_each(|folder| self.change(folder));
            }
            "$/cancelRequest" => {
                let id = serde_json::from_value(told.params["id"].clone());
                if let Ok(id) = id {
                    self.take_back(&id, ErrorCode::RequestCanceled);
                }
            }
            _ => {}
        }
    }

    fn edited(&mut self, address: &Uri, text: String) {
        if let Some(path) = address::path(address.as_str()) {
            self.documents
                .insert(address.to_string(), Document { path, text });
            self.touch(address);
        }
    }

    fn closed(&mut self, address: &Uri) {
        let Some(document) = self.documents.remove(address.as_str()) else {
            return;
        };
        let Some(folder) = self.folder_of(&document.path) else {
            return;
        };
        if self
            .documents
            .values()
            .any(|other| other.path.starts_with(&folder))
        {
            return self.change(&folder);
        }
        // Nobody looks at it anymore.
        if let Some(kit) = self.kits.remove(&folder) {
            kit.shown
                .keys()
                .for_each(|address| self.publish(address, &[]));
        }
    }

    /// Notes that a file has changed.
    fn touch(&mut self, address: &Uri) {
        let document = self.documents.get(address.as_str());
        let folder = document.and_then(|document| self.folder_of(&document.path));
        if let Some(folder) = folder {
            self.change(&folder);
        }
    }

    fn change(&mut self, folder: &Path) {
        self.changes += 1;
        let kit = self.kits.entry(folder.to_owned()).or_default();
        kit.changes = self.changes;
        kit.due = Some(Instant::now() + PAUSE);
        // What it would find is old.
        kit.checking = None;
    }

    /// The folder of the kit to which a file belongs.
    fn folder_of(&self, path: &Path) -> Option<PathBuf> {
        let above = path.ancestors().skip(1).take(HIGHEST);
        let is_kit = |folder: &&Path| {
            let manifest = folder.join("kit.toml");
            manifest.is_file() || self.documents.values().any(|open| open.path == manifest)
        };
        above.into_iter().find(is_kit).map(Path::to_owned)
    }

    /// A question about the kit in a folder, with what is not saved of it.
    fn question(&self, folder: &Path, about: About) -> Question {
        let open = self.documents.values().filter_map(|document| {
            let path = inside(folder, &document.path)?;
            Some((path, document.text.clone()))
        });
        Question {
            texts: open.collect(),
            about,
        }
    }

    fn check_what_is_due(&mut self) {
        let now = Instant::now();
        let due = self
            .kits
            .iter()
            .filter(|(_, kit)| kit.due.is_some_and(|due| due <= now));
        let due: Vec<(PathBuf, u64)> = due
            .map(|(folder, kit)| (folder.clone(), kit.changes))
            .collect();
        for (folder, changes) in due {
            let question = self.question(&folder, About::Kit);
            let events = self.events.clone();
            let of = folder.clone();
            let asked = ask(&folder, &question, move |said| {
                let _ = events.send(Event::Checked(of.clone(), changes, said));
            });
            if let Some(kit) = self.kits.get_mut(&folder) {
                kit.due = None;
                kit.checking = asked.ok();
            }
        }
    }

    fn checked(&mut self, folder: &Path, changes: u64, said: Said) {
        let Some(kit) = self
            .kits
            .get_mut(folder)
            .filter(|kit| kit.changes == changes)
        else {
            return;
        };
        let manifest = folder.join("kit.toml");
        let problem = |message: &str| {
            let place = SourceSpan::file(manifest.display().to_string());
            vec![Found::of(&Problem::new(place, message), 0, true, folder)]
        };
        let found: Vec<Found> = match said {
            Said::Line(line) => serde_json::from_str(&line).unwrap_or_default(),
            Said::End(Err(exceeded)) => {
                let problem = exceeded.problem(&manifest.display().to_string());
                vec![Found::of(&problem, 0, true, folder)]
            }
            Said::End(Ok(0)) => {
                kit.checking = None;
                return;
            }
            Said::End(Ok(_)) => problem(CRASHED),
        };
        kit.shown_after = changes;
        self.show(folder, found);
    }

    /// Shows what was found in a kit instead of what was shown before.
    fn show(&mut self, folder: &Path, found: Vec<Found>) {
        let manifest = folder.join("kit.toml");
        let mut shown: BTreeMap<String, Vec<Found>> = BTreeMap::new();
        for found in found {
            let path = found.file.as_deref().unwrap_or(&manifest);
            shown.entry(self.address(path)).or_default().push(found);
        }
        let Some(kit) = self.kits.get_mut(folder) else {
            return;
        };
        let before = std::mem::replace(&mut kit.shown, shown.clone());
        for (address, found) in &shown {
            self.publish(address, found);
        }
        for address in before
            .keys()
            .filter(|address| !shown.contains_key(*address))
        {
            self.publish(address, &[]);
        }
    }

    /// The address of a file, as the editor spells it if it is open.
    fn address(&self, path: &Path) -> String {
        let mut open = self.documents.iter();
        let own = open.find(|(_, document)| document.path == path);
        own.map_or_else(|| address::of(path), |(address, _)| address.clone())
    }

    fn publish(&self, address: &str, found: &[Found]) {
        let Ok(uri) = Uri::from_str(address) else {
            return;
        };
        let diagnostics = found
            .iter()
            .map(|found| self.diagnostic(&uri, found))
            .collect();
        let params = PublishDiagnosticsParams::new(uri, diagnostics, None);
        self.send(Notification::new(
            "textDocument/publishDiagnostics".into(),
            params,
        ));
    }

    fn diagnostic(&self, uri: &Uri, found: &Found) -> Diagnostic {
        let severity = if found.is_error {
            DiagnosticSeverity::ERROR
        } else {
            DiagnosticSeverity::WARNING
        };
        let mut message = found.message.clone();
        let mut related = None;
        match &found.help {
            Some(help) if self.shows_related => {
                related = Some(vec![DiagnosticRelatedInformation {
                    location: Location::new(uri.clone(), found.range),
                    message: help.clone(),
                }]);
            }
            Some(help) => message = format!("{message}\n{help}"),
            None => {}
        }
        Diagnostic {
            range: found.range,
            severity: Some(severity),
            source: Some("paperkeep".into()),
            message,
            related_information: related,
            ..Diagnostic::default()
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match method.as_str() {
            "shutdown" => {
                self.is_shut_down = true;
                self.respond(id, Value::Null);
            }
            "textDocument/completion" => self.ask(id, &method, params, About::Writing, json!([])),
            "textDocument/definition" | "textDocument/hover" => {
                self.ask(id, &method, params, About::Meaning, Value::Null);
            }
            "textDocument/codeAction" => {
                let params = read::<CodeActionParams>(params);
                let actions = params.map_or(Vec::new(), |params| self.actions(&params));
                self.respond(id, actions);
            }
            _ => {
                let message = format!("paperkeep does not know {method}");
                self.send(Response::new_err(
                    id,
                    ErrorCode::MethodNotFound as i32,
                    message,
                ));
            }
        }
    }

    /// Has a worker answer a question about a place.
    fn ask(
        &mut self,
        id: RequestId,
        method: &str,
        params: Value,
        about: fn(String, lsp_types::Position) -> About,
        nothing: Value,
    ) {
        let asked = read::<TextDocumentPositionParams>(params).and_then(|params| {
            let document = self.documents.get(params.text_document.uri.as_str())?;
            let folder = self.folder_of(&document.path)?;
            let path = inside(&folder, &document.path)?;
            let question = self.question(&folder, about(path, params.position));
            let events = self.events.clone();
            let of = id.clone();
            let tell = move |said| {
                let _ = events.send(Event::Answered(of.clone(), said));
            };
            ask(&folder, &question, tell).ok()
        });
        let Some(asked) = asked else {
            return self.respond(id, nothing);
        };
        if self.pending.len() >= MOST_QUESTIONS
            && let Some(oldest) = self.pending.front().map(|pending| pending.id.clone())
        {
            self.take_back(&oldest, ErrorCode::ContentModified);
        }
        self.pending.push_back(Pending {
            id,
            method: method.to_owned(),
            _asked: asked,
            answer: nothing,
        });
    }

    /// Ends a request that nobody waits for.
    fn take_back(&mut self, id: &RequestId, why: ErrorCode) {
        if let Some(pending) = self.pending_of(id) {
            let message = "it is no longer needed".to_owned();
            self.send(Response::new_err(pending.id, why as i32, message));
        }
    }

    fn pending_of(&mut self, id: &RequestId) -> Option<Pending> {
        let at = self.pending.iter().position(|pending| pending.id == *id)?;
        self.pending.remove(at)
    }

    fn answered(&mut self, id: &RequestId, said: Said) {
        let line = match said {
            Said::Line(line) => line,
            // A kit that exceeds a limit says so when it is checked.
            Said::End(_) => match self.pending_of(id) {
                Some(pending) => return self.respond(pending.id, pending.answer),
                None => return,
            },
        };
        let Some(pending) = self.pending_of(id) else {
            return;
        };
        let meaning = || {
            serde_json::from_str::<Option<Meaning>>(&line)
                .ok()
                .flatten()
        };
        let answer = match pending.method.as_str() {
            "textDocument/hover" => meaning().map(|meaning| json!(hover(meaning))),
            "textDocument/definition" => meaning().and_then(|meaning| {
                let (path, range) = meaning.place?;
                let uri = Uri::from_str(&self.address(&path)).ok()?;
                Some(json!(Location::new(uri, range)))
            }),
            _ => serde_json::from_str(&line).ok(),
        };
        self.respond(pending.id, answer.unwrap_or(pending.answer));
    }

    /// The plain replacements that helps suggest within a range.
    fn actions(&self, params: &CodeActionParams) -> Vec<Value> {
        let address = params.text_document.uri.as_str();
        let fresh = self
            .kits
            .values()
            .filter(|kit| kit.shown_after == kit.changes);
        let found = fresh.filter_map(|kit| kit.shown.get(address)).flatten();
        let touched = found.filter(|found| touches(&found.range, &params.range));
        let action = |found: &Found| {
            let (range, text) = found.fix.clone()?;
            Some(json!({
                "title": format!("Write {text}"),
                "kind": "quickfix",
                "diagnostics": [self.diagnostic(&params.text_document.uri, found)],
                "edit": { "changes": { address: [TextEdit::new(range, text)] } },
            }))
        };
        touched.filter_map(action).collect()
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The path of a file within a folder.
fn inside(folder: &Path, file: &Path) -> Option<String> {
    let path = file.strip_prefix(folder).ok()?.to_str()?;
    Some(path.replace('\\', "/"))
}

fn touches(one: &Range, other: &Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn hover(meaning: Meaning) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::PlainText,
            value: meaning.about,
        }),
        range: Some(meaning.range),
    }
}
