// A word about something done in the background, with Undo or another act, for ten seconds above the composer.
import { el } from "../shell/dom.js";

const STAYS_MS = 10_000;

/** @typedef {{undo?: () => void, action?: string}} Act */
/** Show `words`; `undo` is called if the button `action` is pressed. */
export function toast(words, /** @type {Act} */ { undo, action = "Undo" } = {}) {
  const place = document.getElementById("toasts");
  const button = undo && el("button", { type: "button", class: "btn small", onclick: () => { node.remove(); undo(); } }, action);
  const node = el("p", { class: "toast", role: "status" }, el("span", { dir: "auto" }, words), button);
  place.replaceChildren(node);
  setTimeout(() => node.remove(), STAYS_MS);
}
