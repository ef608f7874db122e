//! The server: what it offers, and how a call becomes an answer.

use std::fmt::Display;
use std::io::IsTerminal;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};

use crate::draft;

use super::super::stdio::note;
use super::super::{Error, VERSION};
use super::Args;
use super::folder::Folder;
use super::house::House;
use super::run::bounded;
use super::tools::{self, TOOLS};

/// What an assistant is told about this server.
const INSTRUCTIONS: &str = "paperkeep prints tabletop games from kits (folders of data) and referees them. Before you write a kit \
    or its rules, read the resource paperkeep://models: it has the whole format in one page. Then `check` until there are no \
    errors, look at `preview_face`, and `simulate`.";

/// The manuals: the last part of the address, the title, and the text.
static MANUALS: [(&str, &str, &str); 3] = [
    (
        "models",
        "Writing kits and rules, in one page for language models",
        include_str!("../../../docs/models.md"),
    ),
    (
        "reference",
        "Everything in a kit",
        include_str!("../../../docs/reference.md"),
    ),
    (
        "rules",
        "Rules for a kit: the whole language",
        concat!(
            include_str!("../../../docs/rules.md"),
            "\n",
            include_str!("../../../docs/rules-maps.md"),
            "\n",
            include_str!("../../../docs/rules-told.md"),
            "\n",
            include_str!("../../../docs/rules-options.md"),
            "\n",
            include_str!("../../../docs/rules-trying.md"),
        ),
    ),
];

/// The server.
struct Server(House);

/// Serves until the input ends.
pub fn run(args: Args) -> Result<(), Error> {
    let folder = Folder::open(&args.folder)?;
    let server = Server(House::new(folder, usize::from(args.seats), args.seed));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    if std::io::stdin().is_terminal() {
        note!(
            "paperkeep: an assistant starts this and talks to it, as docs/assistants.md says; Ctrl-D ends it"
        );
    }
    let served = runtime.block_on(async {
        match server.serve(stdio()).await {
            Ok(running) => running.waiting().await.map(drop).map_err(failed),
            // The input ended before anything was said.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    });
    // A read of standard input cannot be interrupted.
    runtime.shutdown_background();
    served
}

fn failed(error: impl Display) -> Error {
    Error::Other(format!(
        "this does not follow the Model Context Protocol: {error}"
    ))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let offers = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        ServerConfig::new(offers)
            .with_server_info(Implementation::new("paperkeep", VERSION))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = TOOLS.iter().map(tools::Offer::tool).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let offer = TOOLS.iter().find(|offer| offer.name == name)?;
        Some(offer.tool())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default().into();
        let answer = tools::call(&self.0, &request.name, arguments, &context).await;
        let result = match answer {
            Ok(contents) => CallToolResult::success(contents),
            Err(why) => CallToolResult::error(vec![ContentBlock::text(bounded(why))]),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |(name, title, text): (&str, &str, &str)| {
            Resource::new(uri(name), name)
                .with_title(title)
                .with_mime_type("text/markdown")
                .with_size(text.len() as u64)
        };
        let all = MANUALS.into_iter().map(resource).collect();
        Ok(ListResourcesResult::with_all_items(all))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let found = MANUALS.iter().find(|(name, ..)| uri(name) == request.uri);
        let Some((name, _, text)) = found else {
            let names: Vec<String> = MANUALS.iter().map(|(name, ..)| uri(name)).collect();
            let why = format!(
                "there is no `{}`; there is {}",
                request.uri,
                names.join(", ")
            );
            return Err(ErrorData::resource_not_found(why, None));
        };
        let page = draft::without_pictures(text);
        let contents = ResourceContents::text(page, uri(name)).with_mime_type("text/markdown");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

fn uri(name: &str) -> String {
    format!("paperkeep://{name}")
}
