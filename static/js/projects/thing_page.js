// Wires the page of a document or an entity: text, facts and links, and patches.
import { need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { oneAtATime } from "../shell/pacing.js";
import { deleteThing, showMenu, tried } from "./acts.js";
import { FactsPart } from "./facts_part.js";
import { LinksPart } from "./links_part.js";
import { fetchRow, firstData, freshPage, goneBanner, Rows, watch } from "./live.js";
import { TextPart } from "./text_part.js";

const PAUSE_MS = 200;
const first = firstData();
const { kind, may_write: mayWrite } = first;
const { id, project_id: projectId } = first.row;
const rows = new Rows();
rows.put(kind, first.row);
let { links } = first;
let refreshing;
const again = oneAtATime(readAll);

const shared = { kind, mayWrite, row: () => rows.get(id), stored };
const text = new TextPart(shared);
const facts = kind !== "document" && new FactsPart({ ...shared, rules: first.kinds[kind] });
const linked = new LinksPart({ kind, mayWrite, row: first.row, relations: first.relations, refresh: again });
linked.show(links);
if (mayWrite) startMenu(need("#thing-actions"));
watch({ projectId, receive, again, keepsWriting: true });

function stored(row) {
  rows.put(kind, row);
  show();
}

function show() {
  if (!rows.get(id)) return showGone();
  document.getElementById("gone")?.remove();
  text.show();
  if (facts) facts.show();
  need("#crumb").textContent = rows.get(id).title;
  document.title = `${rows.get(id).title} · OmniForge`;
  return null;
}

async function receive(change) {
  if (change.entity_id === id) return receiveOwn(change);
  const ends = change.patch[0]?.value ?? {};
  const isLinked = [ends.source_id, ends.target_id].includes(id)
    || links.some((link) => [link.id, link.other.id].includes(change.entity_id));
  const isTree = kind === "document" && change.entity_type === "project"; // it may have moved
  if (isLinked || isTree) refreshSoon();
  return null;
}

async function receiveOwn(change) {
  if (rows.receive(change) === "missing") {
    const row = await fetchRow(kind, id).catch(() => undefined); // tried again when the connection is back
    if (row) rows.put(kind, row);
    if (row === null) rows.drop(id, change.version);
  }
  show();
}

function refreshSoon() {
  clearTimeout(refreshing);
  refreshing = setTimeout(again, PAUSE_MS);
}

/** Fetch the object and its links. */
async function readAll() {
  const fresh = await freshPage().catch(() => undefined);
  if (fresh === undefined) return;
  if (fresh === null) return showGone();
  links = fresh.data.links;
  linked.show(links);
  need(".crumbs").replaceWith(need(".crumbs", fresh.page));
  stored(fresh.data.row);
}

function startMenu(button) {
  button.hidden = false;
  button.addEventListener("click", () => showMenu(button, gettext("Actions"), [
    { label: gettext("History"), icon: "history", href: `/projects/${projectId}/history/?thing=${id}` },
    { label: gettext("Delete"), icon: "trash", isDanger: true, act: () => tried(() => deleteThing(projectId, kind, rows.get(id))) },
  ]));
}

/** Show that it was deleted. Unsaved text stays on the page and in the browser, to be copied. */
function showGone() {
  if (document.getElementById("gone")) return;
  need(".page").before(goneBanner(gettext("This was deleted."), `/projects/${projectId}/`, gettext("To the project")));
}
