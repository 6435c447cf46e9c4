// Notices outside the conversation: for screen readers, toasts, a banner, and rate limits.
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { countdown } from "./format.js";

// Announcements for screen readers, in whole sentences: streaming text is too fast to be read out.

/** Announce `sentence` once, politely. */
export function announce(sentence) {
  const status = document.getElementById("announcer");
  if (status) status.textContent = sentence === status.textContent ? `${sentence}\u00a0` : sentence;
}

/** Announce important events of an answer's work: a plan, and failures. */
export function announceWork({ type, data }) {
  if (type === "plan") announce(gettext("The plan: {stages}", { stages: data.stages.map(({ name }) => name).join(", ") }));
  if (type === "step" && data.status === "failed") announce(gettext("Failed: {step}. {reason}", { step: data.title, reason: data.note }));
}

/** Announce a change of a turn's status. */
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

// A toast about background work, with Undo or another action, for ten seconds above the composer.

/** Storage key of the just deleted chat, which the next page offers to restore. */
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

/** Report that the server could not be reached, for a request or a module. */
export const toastAway = () => toast(gettext("There is no connection. Try again when it is back."));

// A banner under the header about the connection only.

const BANNERS = {
  reconnecting: { mark: ["mark", "s spin"], words: gettext("Reconnecting. The answer goes on without you; nothing is lost.") },
  offline: { kind: "warn", mark: ["offline", "s"], words: gettext("You are offline. Reading works; messages wait here until you are back.") },
  lost: { kind: "warn", mark: ["offline", "s"], words: gettext("The server cannot be reached. What you write is kept."), action: gettext("Reconnect") },
  "signed-out": { kind: "warn", mark: ["lock", "s"], words: gettext("You're signed out. Sign in, and what you wrote is sent from here."), link: gettext("Sign in") },
  "no-access": { kind: "warn", mark: ["lock", "s"], words: gettext("You have no access to this workspace any more. An owner or admin can give it back.") },
};

/** Show the banner for the connection's `status`, if it has one; `onReconnect` tries again at once. */
export function showBanner(place, status, onReconnect) {
  const banner = BANNERS[status];
  place.hidden = !banner;
  if (!banner) return;
  place.className = `banner ${banner.kind ?? ""}`.trim();
  place.replaceChildren(icon(...banner.mark), el("span", {}, banner.words));
  if (banner.action) place.append(el("button", { type: "button", class: "btn small", onclick: onReconnect }, banner.action));
  if (banner.link) place.append(el("a", { class: "btn small", href: `${place.dataset.signIn}?next=${encodeURIComponent(location.pathname)}` }, banner.link));
}

// The pause after too many messages: a countdown above the composer; the draft stays.

/** Count down `wait` seconds in `place`; `message` is the server's own sentence about the limit. */
export function showLimit(place, { wait, message }, composer) {
  const until = Date.now() + wait * 1000;
  const title = el("strong", { role: "timer" }); // not read out each second
  place.replaceChildren(el("div", { class: "notice warn", role: "status" }, icon("clock"),
    el("div", { class: "grow" }, title, el("p", { class: "note" }, gettext("{message} Your draft stays where it is.", { message })))));
  composer.holdUntil(until);
  const tick = () => {
    if (!title.isConnected) return; // another limit replaced it
    const left = (until - Date.now()) / 1000;
    title.textContent = gettext("You can send again in {time}", { time: countdown(left) });
    if (left > 0) return setTimeout(tick, 250);
    place.replaceChildren();
    composer.show();
  };
  tick();
}
