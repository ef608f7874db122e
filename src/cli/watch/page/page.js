// Shows the state that `watch` reports, and asks for the next one. Nodes are kept from one state to the next,
// so that scrolling and focus are kept too; pictures are identified by content, so that only changed ones are fetched.

const $ = (id) => document.getElementById(id);
const PX_PER_MM = 96 / 25.4;
const SVG = "http://www.w3.org/2000/svg";

let state = { exhibits: [], problems: [] };
let ink = 0;
let back = false; // backs instead of fronts
let page = 0; // the index of the sheet's front
let zoom = { sheets: null, faces: 1 }; // null: as large as it fits
let shown = []; // the faces that the search leaves, with their decks
let open = null; // what is shown large, by key

const exhibit = () => state.exhibits[Math.min(ink, state.exhibits.length - 1)];
const VIEWS = ["sheets", "faces", "table", "data"];

// The key to edit the kit and to sit at its table: the end of the address that was printed. The tab remembers it.
const given = location.hash.slice(1);
if (given && !VIEWS.includes(given)) sessionStorage.setItem("key", given);
const key = sessionStorage.getItem("key") ?? "";

const LONGEST_LINE = 100; // of a file, letters, where something is wrong in it
const view = () => VIEWS.find((name) => !$(name).hidden) ?? "sheets";
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function draw(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// Updates the children of a node to match some items: keeps nodes with known keys, and creates others.
function keep(parent, things, key, create, update) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  let at = parent.firstElementChild;
  for (const [index, thing] of things.entries()) {
    const name = key(thing, index);
    let node = old.get(name);
    old.delete(name);
    if (!node) {
      node = create(thing, index);
      node.dataset.key = name;
    }
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
    update(node, thing, index);
  }
  for (const node of old.values()) node.remove();
}

// Replaces a picture only once the new one is loaded, so that nothing flickers.
async function show(image, url, fresh) {
  if (image.dataset.url === url) return;
  const first = !image.dataset.url;
  image.dataset.url = url;
  if (!first && image.complete) {
    const next = new Image();
    next.src = url;
    await next.decode().catch(() => {});
    if (image.dataset.url !== url) return;
  }
  image.src = url;
  if (!first && fresh) {
    fresh.classList.remove("fresh");
    void fresh.offsetWidth; // begins the animation anew
    fresh.classList.add("fresh");
  }
}

// ---- sheets

const sheetUrl = (sheet) => `/sheet/${sheet.id}.svg`;

// A front, or its back if there is one and backs are shown.
function sideUp(front) {
  const { sheets } = exhibit();
  return (back && sheets.find((sheet) => sheet.front === front)) || sheets[front];
}

function drawSheets() {
  const { sheets, summary, warnings } = exhibit();
  const fronts = sheets.map((sheet, index) => ({ sheet, index })).filter(({ sheet }) => sheet.front === null);
  if (!fronts.some(({ index }) => index === page)) page = fronts[0]?.index ?? 0;
  const many = fronts.length > 1;
  $("pages").hidden = !many;
  keep($("pages"), many ? fronts : [], ({ index }) => String(index), ({ index }) => {
    const button = make("button", { onclick: () => turnTo(index) });
    button.append(make("img", { loading: "lazy", alt: "" }), make("span"));
    return button;
  }, (button, { sheet, index }) => {
    button.setAttribute("aria-current", index === page);
    const other = sideUp(index);
    button.lastChild.textContent = other.title;
    button.firstChild.style.aspectRatio = sheet.size.join(" / ");
    show(button.firstChild, sheetUrl(other), button.firstChild);
  });
  $("sheet-count").textContent = fronts.length;
  keep($("notes"), [summary, ...warnings], (line) => line, (line) => make("p", { textContent: line }), () => {});
  const sheet = sideUp(page);
  if (!sheet) return;
  $("sheet").alt = `${sheet.title}, ${sheet.size.join(" by ")} mm`;
  show($("sheet"), sheetUrl(sheet), $("sheet"));
  measure();
}

function turnTo(index) {
  page = index;
  $("sheet").dataset.url = ""; // another sheet is no changed one
  refresh();
}

function measure() {
  const sheet = exhibit() && sideUp(page);
  if (!sheet || view() !== "sheets") return;
  const [w, h] = sheet.size.map((mm) => mm * PX_PER_MM);
  const fitting = Math.min(($("stage").clientWidth - 48) / w, ($("stage").clientHeight - 48) / h);
  const scale = zoom.sheets ?? Math.max(fitting, 0.05);
  $("sheet").style.width = `${w * scale}px`;
  $("sheet").style.height = `${h * scale}px`;
  $("sheet").dataset.scale = scale;
}

// ---- faces

const keyOf = (deck, face) => `${deck.name}/${face.codes[0]}`;
const sideOf = (face) => (back && face.back ? face.back : face.front);
const faceUrl = (id) => `/face/${id}.svg`;
const found = (words, deck, face) => {
  const text = [...face.codes, face.name, deck.title].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
};

function codes(face) {
  return face.codes.length > 2 ? `${face.codes[0]} … ${face.codes.at(-1)}` : face.codes.join(", ");
}

// The trim as an SVG node in mm, inset by this much.
function outline(deck, inset, attributes) {
  const [w, h] = deck.size;
  if (deck.outline) {
    const scale = 1 - (2 * inset) / Math.min(w, h);
    const transform = `translate(${w / 2} ${h / 2}) scale(${scale}) translate(${-w / 2} ${-h / 2})`;
    return draw("path", { d: deck.outline, transform, ...attributes });
  }
  const [x, y, rx] = [inset, inset, Math.max(0, deck.radius - inset)];
  return draw("rect", { x, y, width: w - 2 * inset, height: h - 2 * inset, rx, ...attributes });
}

// Pixels per mm. Small pieces are enlarged more than large ones, but stay smaller.
function scaleOf(deck) {
  const longest = Math.max(...deck.size);
  return ((56 + 1.75 * longest) / longest) * zoom.faces;
}

function cropTo(crop, deck, number) {
  const [[w, h], { bleed }, scale] = [deck.size, deck, scaleOf(deck)];
  Object.assign(crop.style, { width: `${w * scale}px`, height: `${h * scale}px` });
  crop.style.clipPath = deck.outline || deck.radius ? `url(#outline-${number})` : "";
  const image = crop.firstChild;
  Object.assign(image.style, { left: `${-bleed * scale}px`, top: `${-bleed * scale}px` });
  Object.assign(image.style, { width: `${(w + 2 * bleed) * scale}px`, height: `${(h + 2 * bleed) * scale}px` });
}

function drawOutlines(decks) {
  $("outlines").replaceChildren(...decks.map((deck, number) => {
    const clip = draw("clipPath", { id: `outline-${number}`, clipPathUnits: "objectBoundingBox" });
    const unit = `scale(${1 / deck.size[0]} ${1 / deck.size[1]})`;
    clip.append(outline(deck, 0, { transform: unit }));
    return clip;
  }));
}

function drawFaces() {
  const { decks } = exhibit();
  drawOutlines(decks);
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = decks.map((deck, number) => ({ deck, number, faces: deck.faces.filter((face) => found(words, deck, face)) }));
  const some = wanted.filter(({ faces }) => faces.length);
  shown = some.flatMap(({ deck, faces }) => faces.map((face) => ({ deck, face, key: keyOf(deck, face) })));
  $("face-count").textContent = decks.reduce((sum, deck) => sum + deck.faces.length, 0);
  keep($("faces"), some, ({ deck }) => deck.name, () => {
    return make("section", {}, make("h2", {}, make("span"), make("small")), make("ul"));
  }, (section, { deck, number, faces }) => {
    const pieces = faces.reduce((sum, face) => sum + face.count, 0);
    const [w, h] = deck.size;
    section.querySelector("span").textContent = deck.title;
    section.querySelector("small").textContent =
      `${plural(faces.length, "face")}, ${plural(pieces, "piece")}, ${w} × ${h} mm`;
    const column = Math.max(w * scaleOf(deck) + 22, 96);
    section.lastChild.style.gridTemplateColumns = `repeat(auto-fill, ${column}px)`;
    keep(section.lastChild, faces, (face) => keyOf(deck, face), createFace, (item, face) => updateFace(item, deck, face, number));
  });
}

function createFace() {
  const crop = make("span", { className: "crop" }, make("img", { loading: "lazy", alt: "" }));
  crop.style.display = "block";
  const button = make("button", { className: "face" }, make("span", { className: "lift" }, crop), make("span", { className: "caption" }));
  const item = make("li", {}, button);
  button.onclick = () => enlarge(item.dataset.key);
  return item;
}

function updateFace(item, deck, face, number) {
  const button = item.firstChild;
  const crop = button.querySelector(".crop");
  cropTo(crop, deck, number);
  const count = face.count > 1 ? [" ", make("i", { textContent: `×${face.count}` })] : [];
  button.lastChild.replaceChildren(make("b", { textContent: codes(face) }), ` ${face.name}`, ...count);
  show(crop.firstChild, faceUrl(sideOf(face)), button);
}

// ---- one face, large

function enlarge(key) {
  open = key;
  drawLarge();
  if (!$("large").open) {
    $("large").showModal();
    $("next").focus();
  }
  if (state.problems.length) raise(); // over the dialog too
}

function drawLarge() {
  const at = shown.findIndex((entry) => entry.key === open);
  if (at < 0) {
    $("large").close();
    return;
  }
  const { deck, face } = shown[at];
  const [[w, h], { bleed }] = [deck.size, deck];
  $("code").textContent = codes(face);
  $("name").textContent = face.name;
  $("name").hidden = !face.name;
  const facts = [["deck", deck.title], ["size", `${w} × ${h} mm`], ["bleed", bleed ? `${bleed} mm` : "none"],
    ["safe", `${deck.safe} mm inside`], ["pieces", face.count], ["codes", face.codes.length > 2 ? face.codes.join(", ") : ""]];
  $("facts").replaceChildren(...facts.filter(([, fact]) => fact !== "")
    .flatMap(([name, fact]) => [make("dt", { textContent: name }), make("dd", { textContent: fact })]));
  $("over").disabled = !face.back;
  $("over").textContent = face.back && back ? "Show the front" : "Turn over";
  const around = $("bleed").checked ? bleed : 0;
  const scale = Math.min((innerWidth * 0.9 - 360) / (w + 2 * bleed), (innerHeight * 0.9 - 60) / (h + 2 * bleed), 22);
  const [width, height] = [w + 2 * around, h + 2 * around];
  const svg = draw("svg", { viewBox: `${-around} ${-around} ${width} ${height}`, width: width * scale, height: height * scale });
  const clip = draw("clipPath", { id: "large-outline" });
  clip.append(outline(deck, 0, {}));
  const image = draw("image", { href: faceUrl(sideOf(face)), x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed });
  if (!around) image.setAttribute("clip-path", "url(#large-outline)");
  svg.append(clip, image);
  if (around) svg.append(draw("rect", { x: -bleed, y: -bleed, width, height, class: "line bleed" }));
  if ($("trim").checked) svg.append(outline(deck, 0, { class: "line trim" }));
  if ($("safe").checked) svg.append(outline(deck, deck.safe, { class: "line safe" }));
  svg.style.overflow = "visible";
  $("picture").replaceChildren(svg);
}

function step(by) {
  const at = shown.findIndex((entry) => entry.key === open);
  open = shown[(at + by + shown.length) % shown.length]?.key;
  drawLarge();
}

// ---- problems

function raise() {
  const wrong = $("wrong");
  wrong.hidden = false;
  if (!wrong.showPopover) return;
  if (wrong.matches(":popover-open")) wrong.hidePopover();
  wrong.showPopover();
}

// The part of a long line around a column, with the indent before the column.
function excerpt(letters, column) {
  const start = letters.length > LONGEST_LINE ? Math.max(0, column - LONGEST_LINE / 3) : 0;
  const seen = letters.slice(start, start + LONGEST_LINE);
  const before = start > 0 ? "…" : "";
  const indent = seen.slice(0, column - start).map((letter) => (letter === "\t" ? "\t" : " ")).join("");
  return [before + seen.join("") + (start + seen.length < letters.length ? "…" : ""), (before && " ") + indent];
}

function drawProblems() {
  const { problems, exhibits } = state;
  if (!problems.length) {
    $("wrong").hidePopover?.();
    $("wrong").hidden = true;
    return;
  }
  $("count").textContent = plural(problems.length, "problem") + (exhibits.length ? "; you see the last good print" : "");
  $("problems").replaceChildren(...problems.map(({ file, at, message, label, help }) => {
    const item = make("li");
    const place = at ? `${file}:${at[0]}:${at[1]}` : file;
    if (place) item.append(make("code", { textContent: place }));
    item.append(make("p", { textContent: message }));
    if (at) {
      const [line, indent] = excerpt([...at[2]], at[1] - 1);
      item.append(make("pre", {}, `${line}\n${indent}`, make("mark", { textContent: "^" })));
      if (label) item.append(make("p", { className: "label", textContent: label }));
    }
    if (help) item.append(make("p", { className: "help", textContent: help }));
    return item;
  }));
  raise();
}

// ---- data: the kit's rows, colours and texts; each cell is written to its file

let fetched = null; // what is shown of it
let news = ""; // of published sheets, until the next change

// Requests the data or a change to it, and shows why a request fails.
async function exchange(path, wanted) {
  try {
    const headers = { "paperkeep-key": key };
    const answer = await fetch(path, wanted
      ? { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(wanted) }
      : { headers });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error.message);
    if (wanted) news = told.fetched.join("; ");
    drawData(told);
    return true;
  } catch (error) {
    $("undone").className = "bad";
    $("undone").textContent = error.message;
    return false;
  }
}

function drawData(told) {
  fetched = told;
  $("undo").disabled = told.undo === null;
  $("redo").disabled = told.redo === null;
  $("redo").title = told.redo ? `Do again: ${told.redo}` : "";
  $("undone").className = told.fixed ? "bad" : "";
  const idle = told.undo ?? "What is changed here is written to the kit's files at once.";
  $("undone").textContent = told.fixed ?? (news || idle);
  $("fetch").hidden = !told.published.length;
  $("fetch").title = `Fetch ${told.published.join(", ")} anew from where the kit says that it is published`;
  // The most frequently edited tables come first.
  const [kit, ...decks] = told.grids;
  keep($("grids"), kit ? [...decks, kit] : decks, ({ file, deck }) => `${file} ${deck}`, () => make("section"), drawGrid);
}

function drawGrid(section, grid) {
  if (!section.firstChild) {
    section.append(make("h2"), make("table", {}, make("thead"), make("tbody")));
  }
  const [heading, table] = section.children;
  const { file, deck, columns, rows, all, fixed } = grid;
  const more = all > rows.length ? `the first ${rows.length} of ${plural(all, "row")}` : plural(all, deck ? "row" : "text");
  heading.replaceChildren(deck ?? "The kit", make("small", { textContent: `${file}, ${more}${fixed ? `; ${fixed}` : ""}` }));
  const [head, body] = table.children;
  const names = ["", ...columns];
  if (head.textContent !== names.join("")) {
    head.replaceChildren(make("tr", {}, ...names.map((name) => make("th", { scope: "col", textContent: name }))));
    body.replaceChildren();
  }
  keep(body, rows, (_, index) => String(index), () => make("tr", {}, make("th", { scope: "row" })), (line, [name, cells], row) => {
    line.row = { file, deck, row, cells };
    if (!deck || fixed) line.firstChild.textContent = name;
    // Buttons stay, so that the keyboard does.
    else if (!line.firstChild.lastElementChild) line.firstChild.replaceChildren(name, ...rowTools(line, name));
    cells.forEach((said, column) => {
      const at = { file, deck, row, column };
      const cell = line.children[column + 1] ?? line.appendChild(newCell(at, deck ? `${columns[column]} of row ${name}` : name));
      fillCell(cell, said, Boolean(fixed));
    });
  });
}

// Buttons that copy a row below itself, and delete it.
function rowTools(line, name) {
  return [["copy", "+"], ["delete", "×"]].map(([to, sign]) => {
    const button = make("button", { textContent: sign, title: `${to} row ${name}`, onclick: () => exchange("/row", { ...line.row, to }) });
    button.setAttribute("aria-label", button.title);
    return button;
  });
}

// A cell that reports its change when it loses focus; Enter leaves it, Shift+Enter starts a line, Escape discards the typed text.
function newCell(at, label) {
  const words = make("textarea", { rows: 1, spellcheck: false });
  words.setAttribute("aria-label", label);
  words.onkeydown = (event) => {
    if (event.key === "Escape") words.value = words.dataset.said;
    if (event.key === "Escape" || (event.key === "Enter" && !event.shiftKey)) words.blur();
    else return;
    event.preventDefault();
  };
  words.onchange = () => change(at, words, words.value);
  words.onfocus = () => { edited = words; };
  return make("td", {}, make("div", {}, words));
}

async function change(at, words, to) {
  if (to === words.dataset.said) return;
  const from = words.dataset.empty ? null : words.dataset.said;
  if (!await exchange("/edit", { ...at, from, to })) {
    words.value = words.dataset.said;
    words.focus();
  }
}

function fillCell(cell, said, fixed) {
  const [words, picker] = cell.firstChild.children;
  // Keeps what is being typed.
  if (words !== document.activeElement || words.value === words.dataset.said) words.value = said ?? "";
  words.dataset.said = said ?? "";
  words.dataset.empty = said === null ? "yes" : "";
  words.readOnly = fixed;
  const colour = /^#[0-9a-f]{6}$/i.test(said ?? "") && !fixed;
  if (!colour) picker?.remove();
  else if (picker) picker.value = said;
  else {
    const pick = make("input", { type: "color", value: said });
    pick.setAttribute("aria-label", `${words.getAttribute("aria-label")}, as a colour`);
    pick.onchange = () => { words.value = pick.value; words.onchange(); };
    words.after(pick);
  }
}

// ---- icons: those that ship, to be put into a cell

let icons = null; // all of them, once they are asked for
let edited = null; // the cell that was edited last

async function pickIcon() {
  icons ??= await (await fetch("/icons.json")).json();
  const name = edited?.isConnected && !edited.readOnly ? edited.getAttribute("aria-label") : null;
  $("icon-place").textContent = name ? `For ${name}; the text needs icons in its face.` : "First click into the cell that it is for.";
  $("icon-search").value = "";
  listIcons();
  $("icons").showModal();
}

function listIcons() {
  const wanted = $("icon-search").value.trim().toLowerCase();
  const found = icons.filter(({ names }) => names.some((name) => name.includes(wanted)));
  keep($("icon-list"), found, ({ names }) => names[0], ({ names, box, path, rule }) => {
    const picture = draw("svg", { viewBox: box, "aria-hidden": "true" });
    picture.append(draw("path", { d: path, "fill-rule": rule }));
    return make("button", { title: names.join(", "), onclick: () => putIcon(names[0]) }, picture, names[0]);
  }, () => {});
}

function putIcon(name) {
  if (!edited?.isConnected || edited.readOnly) return;
  $("icons").close();
  edited.focus();
  edited.setRangeText(`:${name}:`, edited.selectionStart, edited.selectionEnd, "end");
}

// ---- the whole page

function refresh() {
  const now = exhibit();
  $("empty").hidden = Boolean(now);
  document.querySelector(".tools").hidden = !now || view() === "table" || view() === "data";
  if (!now) return;
  $("title").textContent = now.title;
  document.title = `${now.title}, paperkeep`;
  $("inks").hidden = state.exhibits.length < 2;
  keep($("ink"), state.exhibits, ({ ink }) => ink, ({ ink }) => make("option", { textContent: ink }), () => {});
  $("turn").disabled = !now.sheets.some((sheet) => sheet.front !== null) && !now.decks.some((deck) => deck.faces.some((face) => face.back));
  $("turn").setAttribute("aria-pressed", back);
  drawSheets();
  drawFaces();
  if ($("large").open) drawLarge();
  const scale = zoom[view()] ?? null;
  $("fit").textContent = scale === null ? "Fit" : `${Math.round(scale * 100)} %`;
}

function see(name) {
  for (const other of VIEWS) {
    $(other).hidden = other !== name;
    $(`see-${other}`).setAttribute("aria-selected", other === name);
    $(`see-${other}`).tabIndex = other === name ? 0 : -1;
  }
  $("search").hidden = name !== "faces";
  if (name === "data") exchange("/data");
  // The table is set up only when somebody wants to play.
  if (name === "table" && !$("seat").src) $("seat").src = `/table/#${key}`;
  history.replaceState(null, "", `#${name}`);
  refresh();
}

function turn() {
  if ($("turn").disabled) return;
  back = !back;
  $("sheet").dataset.url = "";
  refresh();
}

// Zooms around the centre of the view, or around the pointer.
function magnify(factor, pointer) {
  if (view() === "table" || view() === "data") return;
  const sheets = view() === "sheets";
  const old = sheets ? Number($("sheet").dataset.scale) || 1 : zoom.faces;
  const scale = factor === null ? null : Math.min(8, Math.max(0.1, old * factor));
  const stage = $("stage");
  const [x, y] = pointer ?? [stage.clientWidth / 2, stage.clientHeight / 2];
  const before = [stage.scrollLeft + x, stage.scrollTop + y];
  zoom[view()] = sheets ? scale : Math.min(4, scale ?? 1);
  refresh();
  const ratio = Number($("sheet").dataset.scale) / old;
  if (sheets && scale !== null) stage.scrollTo(before[0] * ratio - x, before[1] * ratio - y);
}

function say(kind, words) {
  $("status").className = kind;
  $("status").textContent = words;
  $("status").title = words;
}

async function follow() {
  let has = "";
  for (;;) {
    try {
      const answer = await fetch(has === "" ? "/state" : `/state?after=${has}`);
      if (!answer.ok) throw new Error(answer.statusText);
      state = await answer.json();
      has = state.version;
      refresh();
      drawProblems();
      if (fetched) exchange("/data");
      const { lines, spent } = state.news;
      const news = exhibit() ? `${lines === null ? "printed" : lines || "nothing changed"} (${spent} ms)` : "";
      say(state.problems.length ? "bad" : "", state.problems.length ? plural(state.problems.length, "problem") : news);
    } catch {
      say("away", "the watch has ended");
      await new Promise((wake) => setTimeout(wake, 1000));
    }
  }
}

const keys = {
  1: () => see("sheets"), 2: () => see("faces"), 3: () => see("table"), 4: () => see("data"), b: turn, "+": () => magnify(1.25), "=": () => magnify(1.25),
  "-": () => magnify(0.8), 0: () => magnify(null),
  "/": () => { see("faces"); $("search").focus(); },
};

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input[type=search], input[type=color], textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if ($("icons").open) return;
  if ($("large").open) {
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else if (event.key === "b") turn();
    else return;
  } else if (event.target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const by = event.key === "ArrowRight" ? 1 : VIEWS.length - 1;
    see(VIEWS[(VIEWS.indexOf(view()) + by) % VIEWS.length]);
    $(`see-${view()}`).focus();
  } else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});

$("see-sheets").onclick = () => see("sheets");
$("see-faces").onclick = () => see("faces");
$("see-table").onclick = () => see("table");
$("see-data").onclick = () => see("data");
$("undo").onclick = () => exchange("/undo", {});
$("redo").onclick = () => exchange("/redo", {});
$("fetch").onclick = async () => {
  $("fetch").disabled = true;
  $("undone").textContent = "Fetching …";
  await exchange("/fetch", {});
  $("fetch").disabled = false;
};
$("pick").onclick = pickIcon;
$("icon-search").oninput = listIcons;
$("icon-close").onclick = () => $("icons").close();
$("turn").onclick = $("over").onclick = turn;
$("in").onclick = () => magnify(1.25);
$("out").onclick = () => magnify(0.8);
$("fit").onclick = () => magnify(null);
$("before").onclick = () => step(-1);
$("next").onclick = () => step(1);
$("close").onclick = () => $("large").close();
$("large").onclick = (event) => { if (event.target === $("large")) $("large").close(); };
$("large").onclose = () => { open = null; };
for (const line of ["bleed", "trim", "safe"]) $(line).onchange = drawLarge;
$("search").oninput = refresh;
$("ink").onchange = () => { ink = $("ink").selectedIndex; refresh(); };
$("stage").addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const { left, top } = $("stage").getBoundingClientRect();
  magnify(Math.exp(-event.deltaY / 300), [event.clientX - left, event.clientY - top]);
}, { passive: false });
$("stage").onpointerdown = (event) => {
  if (event.button !== 0 || event.pointerType === "touch") return;
  $("stage").setPointerCapture(event.pointerId);
  $("stage").classList.add("held");
};
$("stage").onpointermove = (event) => {
  if ($("stage").hasPointerCapture(event.pointerId)) $("stage").scrollBy(-event.movementX, -event.movementY);
};
$("stage").onpointerup = $("stage").onpointercancel = () => $("stage").classList.remove("held");
new ResizeObserver(measure).observe($("stage"));

$("wrong").hidden = true;
see(VIEWS.find((name) => location.hash === `#${name}`) ?? "sheets");
follow();
