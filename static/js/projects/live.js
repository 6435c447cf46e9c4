// Rows of projects in this page, synchronised with the server.
import { ChatSocket, getJson, getPage } from "../chat/transport.js";
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";

/** The kinds of entities, in the order in which they are shown. */
export const ENTITY_KINDS = ["task", "goal", "plan", "milestone", "risk", "requirement"];

// Live updates of an open project page: patches over the socket, and a notice without a connection.

const WORDS = {
  reconnecting: gettext("Reconnecting. What others change comes when the connection is back."),
  offline: gettext("You are offline."),
  lost: gettext("The server cannot be reached."),
  "signed-out": gettext("You're signed out."),
  "no-access": gettext("You have no access to this workspace any more. An owner or admin can give it back."),
};
const KEPT = { offline: gettext("What you write stays in this browser until you are back."), lost: gettext("What you write stays in this browser.") };
KEPT["signed-out"] = KEPT.lost;
const noOutbox = { all: () => [] };

/**
 * Watch a project: `receive(change)` gets each patch, `again()` is called if some may have been missed. Without a
 * `projectId` all are watched: `receive` gets the id of the changed one. `keepsWriting`: the page keeps unsaved text.
 */
export function watch({ projectId, receive, again, keepsWriting = false }) {
  const show = (status) => showStatus(status, socket, keepsWriting);
  const socket = new ChatSocket({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/chat/`,
    outbox: noOutbox,
    onFrame: (frame) => {
      if (frame.type === "watching" || (frame.type === "error" && frame.id === projectId)) again(); // an error means that it is gone
      if (frame.type === "entity_patch") receive(frame.data);
      if (frame.type === "project_changed") receive(frame);
    },
    onStatus: show,
    resume: () => [{ type: "watch", id: projectId, project_id: projectId }],
  });
  addEventListener("signed-out", () => show("signed-out"));
  socket.connect();
}

/** Fetch the row of a patch, or null if it is gone. */
export function fetchRow(type, id) {
  const table = { project: "projects", document: "documents", edge: "edges" }[type] ?? "entities";
  return getJson(`/api/v1/${table}/${id}/`).catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });
}

function showStatus(status, socket, keepsWriting) {
  const banner = need("#banner");
  banner.hidden = !(status in WORDS);
  if (banner.hidden) return;
  banner.className = `banner ${status === "reconnecting" ? "" : "warn"}`.trim();
  banner.replaceChildren([WORDS[status], keepsWriting && KEPT[status]].filter(Boolean).join(" "));
  if (status === "lost") banner.append(el("button", { type: "button", class: "btn small", onclick: () => socket.reconnectNow() }, gettext("Reconnect")));
  if (status === "signed-out") banner.append(el("a", { class: "btn small", href: banner.dataset.signIn }, gettext("Sign in")));
}

// Rows of projects, updated by patches (RFC 6902). A patch leads from one version to the next; if one was
// missed, or was too large to send, the row has to be fetched.

/** Return `row` after `operations`: add, replace, remove and move; the path "" is the whole row, null if it is gone. */
export function applied(row, operations) {
  return operations.reduce(applyOne, row === undefined ? null : structuredClone(row));
}

const keysOf = (path) => path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** @typedef {{op: string, path: string, from?: string, value?: any}} Operation */
function applyOne(row, /** @type {Operation} */ { op, path, from = "", value }) {
  if (path === "") return op === "remove" ? null : structuredClone(value);
  if (op === "move") {
    const moved = keysOf(from).reduce((inner, key) => inner[key], row);
    return applyOne(applyOne(row, { op: "remove", path: from }), { op: "add", path, value: moved });
  }
  const keys = keysOf(path);
  const last = keys.pop();
  const holder = keys.reduce((inner, key) => inner[key], row);
  if (!Array.isArray(holder)) {
    if (op === "remove") delete holder[last];
    else holder[last] = value;
    return row;
  }
  const at = last === "-" ? holder.length : Number(last);
  if (op === "add") holder.splice(at, 0, value);
  else if (op === "remove") holder.splice(at, 1);
  else holder[at] = value;
  return row;
}

export class Rows {
  constructor() {
    this.byId = new Map();
    this.gone = new Map(); // versions at which rows were deleted: older data is ignored
    this.clock = 0; // counts changes, to detect those after a request
  }

  get = (id) => this.byId.get(id)?.row;

  /** The rows of a type: project, document, edge, or an entity's kind. */
  all = (type) => [...this.byId.values()].filter((one) => one.type === type).map((one) => one.row);

  /** Store a row, unless the known one is newer or it was deleted since. */
  put(type, row) {
    if (row.version < this.version(row.id) || row.version <= this.gone.get(row.id)) return;
    this.clock += 1;
    this.byId.set(row.id, { type, row, at: this.clock });
  }

  /** Replace all rows by fetched ones, [type, row] each; rows changed after `asked`, the clock at the request, stay. */
  replaceAll(fetched, asked = this.clock) {
    const ids = new Set(fetched.map(([, row]) => row.id));
    for (const [id, { at }] of this.byId) if (!ids.has(id) && at <= asked) this.byId.delete(id);
    for (const [type, row] of fetched) this.put(type, row);
  }

  /** Remove a row deleted at `version`, unless the known one is newer: it was restored since. */
  drop(id, version = this.version(id)) {
    if (version < this.version(id)) return;
    this.byId.delete(id);
    this.gone.set(id, version);
  }

  /** The newest known version, also of deleted rows; 0 if unknown. */
  version = (id) => this.get(id)?.version ?? this.gone.get(id) ?? 0;

  /** Apply the data of an `entity_patch`; returns applied, known (nothing new), or missing (fetch the row). */
  receive({ entity_type: type, entity_id: id, version, patch }) {
    const has = this.version(id);
    if (version <= has) return "known";
    const isWhole = patch[0]?.path === "";
    if (!isWhole && (!patch.length || version !== has + 1 || !this.byId.has(id))) return "missing";
    const row = applied(this.get(id), patch);
    if (row) this.put(type, row);
    else this.drop(id, version);
    return "applied";
  }
}

// A page's initial data, as delivered and as of now.

const read = (page) => JSON.parse(page.getElementById("page-data").textContent);

export const firstData = () => read(document);

/** Fetch the page again: {data, page}, or null if its object is gone. */
export async function freshPage() {
  const page = await getPage(location.href);
  return page && { data: read(page), page };
}

// A notice on a page whose object was deleted while it was open, with a link.

export const goneBanner = (words, href, label) => el("p", { class: "banner warn", id: "gone", role: "alert" },
  icon("trash", "s"), words, el("a", { class: "btn small", href }, label));
