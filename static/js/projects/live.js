// What happens in a project while its page is open: patches over the socket, and a word where there is none.
import { getJson } from "../chat/api.js";
import { ChatSocket } from "../chat/socket.js";
import { el } from "../shell/dom.js";

const WORDS = {
  reconnecting: "Reconnecting. What others change comes when the connection is back.",
  offline: "You are offline.",
  lost: "The server cannot be reached.",
  "signed-out": "You were signed out.",
  "no-access": "You have no access to this workspace any more. An owner or admin can give it back.",
};
const KEPT = { offline: "What you write stays in this browser until you are back.", lost: "What you write stays in this browser." };
KEPT["signed-out"] = KEPT.lost;
const noOutbox = { all: () => [] };

/**
 * Watch a project: `receive(change)` gets each patch, `again()` is called when some may have been missed. Without a
 * `projectId` all are watched: `receive` is told which one has changed. `keepsWriting` says that the page keeps what is being written.
 */
export function watch({ projectId, receive, again, keepsWriting = false }) {
  const show = (status) => showStatus(status, socket, keepsWriting);
  const socket = new ChatSocket({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/chat/`,
    outbox: noOutbox,
    onFrame: (frame) => {
      if (frame.type === "watching" || (frame.type === "error" && frame.id === projectId)) again(); // refused: it is gone
      if (frame.type === "entity_patch") receive(frame.data);
      if (frame.type === "project_changed") receive(frame);
    },
    onStatus: show,
    resume: () => [{ type: "watch", id: projectId, project_id: projectId }],
  });
  addEventListener("signed-out", () => show("signed-out"));
  socket.connect();
}

/** Fetch the row that a patch is about, or null where it is not there any more. */
export function fetchRow(type, id) {
  const table = { project: "projects", document: "documents", edge: "edges" }[type] ?? "entities";
  return getJson(`/api/v1/${table}/${id}/`).catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });
}

function showStatus(status, socket, keepsWriting) {
  const banner = document.getElementById("banner");
  banner.hidden = !(status in WORDS);
  if (banner.hidden) return;
  banner.className = `banner ${status === "reconnecting" ? "" : "warn"}`.trim();
  banner.replaceChildren([WORDS[status], keepsWriting && KEPT[status]].filter(Boolean).join(" "));
  if (status === "lost") banner.append(el("button", { type: "button", class: "btn small", onclick: () => socket.reconnectNow() }, "Reconnect"));
  if (status === "signed-out") banner.append(el("a", { class: "btn small", href: banner.dataset.signIn }, "Sign in"));
}
