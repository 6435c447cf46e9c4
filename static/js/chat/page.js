// What the chat page says and hears around the conversation: announcements, toasts, banners, the header, keys, dropped files.
import { el, icon, need } from "../shell/dom.js";
import { onDemand } from "../shell/pacing.js";
import { countdown } from "./format.js";

// Tells screen readers what happens, in whole sentences: the streaming text itself is too fast to be read out.

/** Say `sentence` once, politely. */
export function announce(sentence) {
  const status = document.getElementById("announcer");
  if (status) status.textContent = sentence === status.textContent ? `${sentence}\u00a0` : sentence;
}

/** Announce what of an answer's work is worth an interruption: that there is a plan, and what failed of it. */
export function announceWork({ type, data }) {
  if (type === "plan") announce(`The plan: ${data.stages.map(({ name }) => name).join(", ")}`);
  if (type === "step" && data.status === "failed") announce(`Failed: ${data.title}. ${data.note}`);
}

/** Announce how a turn went on, by its status before and now. */
export function announceTurn(before, turn) {
  if (before === turn.status) return;
  const sentence = {
    running: "OmniForge is answering",
    completed: "The answer is complete",
    cancelled: "Stopped",
    failed: "The answer failed. You can try again.",
    interrupted: "The answer was interrupted. You can try again.",
  }[turn.status];
  if (sentence) announce(sentence);
}

// A word about something done in the background, with Undo or another act, for ten seconds above the composer.

/** Where the chat that was just deleted waits for the next page, which offers to bring it back. */
export const DELETED = "omniforge.undo";

const STAYS_MS = 10_000;

/** @typedef {{undo?: () => void, action?: string}} Act */
/** Show `words`; `undo` is called if the button `action` is pressed. */
export function toast(words, /** @type {Act} */ { undo, action = "Undo" } = {}) {
  const place = need("#toasts");
  const button = undo && el("button", { type: "button", class: "btn small", onclick: () => { node.remove(); undo(); } }, action);
  const node = el("p", { class: "toast", role: "status" }, el("span", { dir: "auto" }, words), button);
  place.replaceChildren(node);
  setTimeout(() => node.remove(), STAYS_MS);
}

/** Say that something could not be had from the server: a request, or a part of the page. */
export const toastAway = () => toast("There is no connection. Try again when it is back.");

// One line under the header about the connection, and nothing else.

const BANNERS = {
  reconnecting: { mark: ["mark", "s spin"], words: "Reconnecting. The answer goes on without you; nothing is lost." },
  offline: { kind: "warn", mark: ["offline", "s"], words: "You are offline. Reading works; messages wait here until you are back." },
  lost: { kind: "warn", mark: ["offline", "s"], words: "The server cannot be reached. What you write is kept.", action: "Reconnect" },
  "signed-out": { kind: "warn", mark: ["lock", "s"], words: "You're signed out. Sign in, and what you wrote is sent from here.", link: "Sign in" },
  "no-access": { kind: "warn", mark: ["lock", "s"], words: "You have no access to this workspace any more. An owner or admin can give it back." },
};

/** Show what `status` of the connection means, if anything; `onReconnect` tries again at once. */
export function showBanner(place, status, onReconnect) {
  const banner = BANNERS[status];
  place.hidden = !banner;
  if (!banner) return;
  place.className = `banner ${banner.kind ?? ""}`.trim();
  place.replaceChildren(icon(...banner.mark), el("span", {}, banner.words));
  if (banner.action) place.append(el("button", { type: "button", class: "btn small", onclick: onReconnect }, banner.action));
  if (banner.link) place.append(el("a", { class: "btn small", href: `${place.dataset.signIn}?next=${encodeURIComponent(location.pathname)}` }, banner.link));
}

// The pause after too many messages: a countdown above the composer; the draft stays where it is.

/** Count down `wait` seconds in `place`; `message` is the server's own sentence about the limit. */
export function showLimit(place, { wait, message }, composer) {
  const until = Date.now() + wait * 1000;
  const title = el("strong", { role: "timer" }); // not read out each second
  place.replaceChildren(el("div", { class: "notice warn", role: "status" }, icon("clock"),
    el("div", { class: "grow" }, title, el("p", { class: "note" }, `${message} Your draft stays where it is.`))));
  composer.holdUntil(until);
  const tick = () => {
    if (!title.isConnected) return; // another limit stands here
    const left = (until - Date.now()) / 1000;
    title.textContent = `You can send again in ${countdown(left)}`;
    if (left > 0) return setTimeout(tick, 250);
    place.replaceChildren();
    composer.show();
  };
  tick();
}

// The header of the open conversation: title, pin, actions; and the page's own title.

export class Header {
  constructor(list) {
    this.list = list;
    this.title = need("#title");
    this.archived = need("#archived");
    this.pin = need("#pin");
    this.more = need("#chat-actions");
    this.pin.addEventListener("click", () => this.item && list.actions.change(this.item, { pinned: !this.item.pinned }));
    this.more.addEventListener("click", () => this.item && list.actions.openFor(this.item, this.more));
  }

  show(item) {
    this.item = item;
    const title = item?.title || "New chat";
    this.title.textContent = title;
    document.title = `${title} · OmniForge`;
    this.archived.hidden = !item?.archived;
    this.more.hidden = !item;
    this.pin.hidden = !item || item.archived;
    this.pin.setAttribute("aria-pressed", String(Boolean(item?.pinned)));
    this.pin.setAttribute("aria-label", item?.pinned ? "Unpin conversation" : "Pin conversation");
    this.pin.replaceChildren(icon("pin"));
  }
}

// Keys that work anywhere on the chat page. Keys of the browser are left alone.

/** `actions`: search, newChat, stop (returns whether it did), choose(number) and editLast (each returns whether there was one), composer. */
export function startKeyboard(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const run = commandOf(event, actions);
    if (run && run() !== false) event.preventDefault();
  });
}

function commandOf(event, actions) {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && !event.shiftKey && key === "k") return actions.search;
  if (isCommand && event.shiftKey && key === "o") return actions.newChat;
  if (event.key === "F6") return () => moveRound(event.shiftKey ? -1 : 1);
  if (document.querySelector("dialog[open], .menu:popover-open")) return null;
  if (event.key === "Escape" && event.shiftKey) return () => actions.composer.text.focus();
  if (event.key === "Escape") return actions.stop;
  if (event.key === "ArrowUp" && !isCommand && !event.shiftKey && isAtRest(actions.composer)) return actions.editLast;
  if (/^[1-4]$/.test(event.key) && !isCommand && isFree(actions.composer)) return () => actions.choose(Number(event.key));
  return null;
}

/** True where the composer has the focus and holds nothing, so that the arrow moves no caret there. */
const isAtRest = (composer) => document.activeElement === composer.text && composer.isEmpty;

/** True where a digit is not being typed into something: nothing is focused, or the empty composer is. */
function isFree(composer) {
  const focused = document.activeElement;
  if (focused === composer.text) return composer.text.value === "";
  return !focused?.matches("input, textarea, select");
}

/** Sidebar, conversation, approvals if any wait, message, panel if it is open, and round again. */
function moveRound(step) {
  const areas = [...document.querySelectorAll("#side, #log, #approvals:not(:empty), #composer, #panel")].filter((area) => area.checkVisibility());
  const at = areas.findIndex((area) => area.contains(document.activeElement));
  const next = areas[(at + step + areas.length) % areas.length];
  const target = next.querySelector("nav a, h2[tabindex], textarea, [aria-selected=true]") ?? next;
  /** @type {HTMLElement} */ (target).focus();
}

// Dialogs that find things by words. The field is there at once, so that no key is lost while what finds is loaded.

/**
 * Return a dialog with a field, and with a place for what is found. `load(field)` promises what finds, whose `begin()` is called each time it opens;
 * `field.isAwaited` tells it that Enter was pressed before.
 */
export function finder({ id, label, placeholder }, load) {
  const input = el("input", { id: `${id}-words`, role: "combobox", "aria-expanded": "true", "aria-controls": `${id}-found`, autocomplete: "off", placeholder });
  const results = el("div", { class: "menu-list", role: "listbox", id: `${id}-found`, "aria-label": "What was found" });
  const note = el("p", { class: "note menu-note", role: "status" });
  const dialog = el("dialog", { class: "card", "aria-label": label },
    el("label", { class: "vh", for: `${id}-words` }, label),
    el("div", { class: "line search-line" }, icon("search"), input, el("kbd", {}, "Esc")), results, note);
  const field = { dialog, input, results, note, isAwaited: false };
  const loaded = onDemand(() => load(field));
  const open = () => {
    if (dialog.open) return;
    input.value = "";
    field.isAwaited = false;
    dialog.showModal();
    loaded().then((found) => dialog.open && found.begin(), () => { dialog.close(); toastAway(); });
  };
  input.addEventListener("keydown", ({ key }) => { field.isAwaited = key === "Enter"; });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  return { open, load: loaded };
}

// Files that are chosen, pasted or dropped. Drops are taken anywhere: beside the composer the browser would leave the page for them.

/** Give files to `onFiles`, and tell `onOver` whether some are held over the page. */
export function takeFiles(form, { onOver, onFiles }) {
  const input = need("#file-input", form, HTMLInputElement);
  need("#attach", form).addEventListener("click", () => input.click());
  input.addEventListener("change", () => { onFiles([...input.files ?? []]); input.value = ""; });
  form.addEventListener("paste", (event) => {
    const { files, types } = event.clipboardData;
    if (!files.length || types.includes("text/plain")) return; // a copied cell comes as text and as a picture
    event.preventDefault();
    onFiles([...files]);
  });
  takeDrops({ onOver, onFiles });
}

/** The same for drops alone. */
export function takeDrops({ onOver, onFiles }) {
  let isOver = false;
  const tell = (now) => {
    if (now !== isOver) onOver(isOver = now);
  };
  const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    tell(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget || tell(false));
  addEventListener("drop", (event) => {
    if (!event.dataTransfer || !carriesFiles(event)) return;
    event.preventDefault();
    tell(false);
    onFiles([...event.dataTransfer.files]); // which are gone once this event is over
  });
}
