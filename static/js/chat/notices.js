// What the page says beside the conversation: to screen readers, in toasts, in a banner, and about limits.
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { countdown } from "./format.js";

// Tells screen readers what happens, in whole sentences: the streaming text itself is too fast to be read out.

/** Say `sentence` once, politely. */
export function announce(sentence) {
  const status = document.getElementById("announcer");
  if (status) status.textContent = sentence === status.textContent ? `${sentence}\u00a0` : sentence;
}

/** Announce what of an answer's work is worth an interruption: that there is a plan, and what failed of it. */
export function announceWork({ type, data }) {
  if (type === "plan") announce(gettext("The plan: {stages}", { stages: data.stages.map(({ name }) => name).join(", ") }));
  if (type === "step" && data.status === "failed") announce(gettext("Failed: {step}. {reason}", { step: data.title, reason: data.note }));
}

/** Announce how a turn went on, by its status before and now. */
export function announceTurn(before, turn) {
  if (before === turn.status) return;
  const sentence = {
    running: gettext("OmniForge is answering"),
    completed: gettext("The answer is complete"),
    cancelled: gettext("Stopped"),
    failed: gettext("The answer failed. You can try again."),
    interrupted: gettext("The answer was interrupted. You can try again."),
  }[turn.status];
  if (sentence) announce(sentence);
}

// A word about something done in the background, with Undo or another act, for ten seconds above the composer.

/** Where the chat that was just deleted waits for the next page, which offers to bring it back. */
export const DELETED = "omniforge.undo";

const STAYS_MS = 10_000;

/** @typedef {{undo?: () => void, action?: string}} Act */
/** Show `words`; `undo` is called if the button `action` is pressed. */
export function toast(words, /** @type {Act} */ { undo, action = gettext("Undo") } = {}) {
  const place = need("#toasts");
  const button = undo && el("button", { type: "button", class: "btn small", onclick: () => { node.remove(); undo(); } }, action);
  const node = el("p", { class: "toast", role: "status" }, el("span", { dir: "auto" }, words), button);
  place.replaceChildren(node);
  setTimeout(() => node.remove(), STAYS_MS);
}

/** Say that something could not be had from the server: a request, or a part of the page. */
export const toastAway = () => toast(gettext("There is no connection. Try again when it is back."));

// One line under the header about the connection, and nothing else.

const BANNERS = {
  reconnecting: { mark: ["mark", "s spin"], words: gettext("Reconnecting. The answer goes on without you; nothing is lost.") },
  offline: { kind: "warn", mark: ["offline", "s"], words: gettext("You are offline. Reading works; messages wait here until you are back.") },
  lost: { kind: "warn", mark: ["offline", "s"], words: gettext("The server cannot be reached. What you write is kept."), action: gettext("Reconnect") },
  "signed-out": { kind: "warn", mark: ["lock", "s"], words: gettext("You're signed out. Sign in, and what you wrote is sent from here."), link: gettext("Sign in") },
  "no-access": { kind: "warn", mark: ["lock", "s"], words: gettext("You have no access to this workspace any more. An owner or admin can give it back.") },
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
    el("div", { class: "grow" }, title, el("p", { class: "note" }, gettext("{message} Your draft stays where it is.", { message })))));
  composer.holdUntil(until);
  const tick = () => {
    if (!title.isConnected) return; // another limit stands here
    const left = (until - Date.now()) / 1000;
    title.textContent = gettext("You can send again in {time}", { time: countdown(left) });
    if (left > 0) return setTimeout(tick, 250);
    place.replaceChildren();
    composer.show();
  };
  tick();
}
