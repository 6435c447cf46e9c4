// Sections of the panel: a head with what can be done there, and rows below it.
import { el, focusedIn, icon, iconButton } from "../shell/dom.js";

/** @typedef {{act?: {mark: string, label: string, run: () => void}, aside?: string}} Head */
/** `act` is a button beside the head, `aside` a word there. */
export const section = (title, /** @type {Head} */ { act, aside } = {}, ...content) => el("section", {},
  el("h3", {}, title, aside && el("span", { class: "meta" }, aside), act && iconButton(act.mark, act.label, act.run)), ...content);

export const rows = (items) => el("ul", {}, items);
export const emptyNote = (words) => el("p", { class: "note panel-note" }, words);

/**
 * A row: its icon, its words, and what stands at its end.
 * @param {{mark?: string, words: any, title?: string, classes?: string}} content
 */
export const row = ({ mark, words, title, classes = "node" }, ...ends) =>
  el("li", { class: classes, title }, mark && icon(mark), el("span", { class: "grow", dir: "auto" }, words), ...ends);

/** @typedef {{look?: string, mark?: string, label?: string, at?: string}} Look */
/** A small button; `look` is quiet or danger, `label` its name for screen readers, `at` what it is found by when drawn anew. */
export const button = (words, run, /** @type {Look} */ { look = "", mark, label, at } = {}) =>
  el("button", { type: "button", class: `btn small ${look}`.trim(), "aria-label": label, "data-at": at, onclick: run }, mark && icon(mark, "s"), words);

/** Something that comes: said once, politely. */
export const waitingNote = (words) => el("p", { class: "note panel-note", role: "status" }, words);

/** What went wrong, in its place, with a way on. */
export const problem = (words, retry) => el("div", { class: "panel-note", role: "alert" },
  el("p", { class: "note" }, words), retry && button("Try again", retry));

/** Put `nodes` into `place`, and the focus back to what had it, found again by its `data-at` or its name; else to `place`. */
export function replaceKeepingFocus(place, nodes) {
  const focused = focusedIn(place);
  const held = focused && likeOf(focused);
  place.replaceChildren(...nodes);
  if (held !== null) (place.querySelector(held) ?? place).focus({ preventScroll: true });
}

/** @param {HTMLElement} control */
function likeOf({ dataset: { at }, ariaLabel }) {
  return at ? `[data-at="${CSS.escape(at)}"]` : `[aria-label="${CSS.escape(ariaLabel ?? "")}"]`;
}
