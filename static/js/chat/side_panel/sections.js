// Sections of the panel: a head with actions, and rows below it.
import { el, focusedIn, icon, iconButton } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { sendingOnce } from "../../shell/pacing.js";

/** @typedef {{act?: {mark: string, label: string, run: () => void}, aside?: string}} Head */
/** `act` is a button in the head, `aside` a note there. */
export const section = (title, /** @type {Head} */ { act, aside } = {}, ...content) => el("section", {},
  el("h3", {}, title, aside && el("span", { class: "meta" }, aside), act && iconButton(act.mark, act.label, act.run)), ...content);

export const rows = (items) => el("ul", {}, items);
export const emptyNote = (words) => el("p", { class: "note panel-note" }, words);

/**
 * A row: icon, text, and elements at its end.
 * @param {{mark?: string, words: any, title?: string, classes?: string}} content
 */
export const row = ({ mark, words, title, classes = "node" }, ...ends) =>
  el("li", { class: classes, title }, mark && icon(mark), el("span", { class: "grow", dir: "auto" }, words), ...ends);

/** @typedef {{look?: string, mark?: string, label?: string, at?: string}} Look */
/** A small button; `look` is quiet or danger, `label` its name for screen readers, `at` identifies it after a redraw, for the focus. */
export const button = (words, run, /** @type {Look} */ { look = "", mark, label, at } = {}) =>
  el("button", { type: "button", class: `btn small ${look}`.trim(), "aria-label": label, "data-at": at, onclick: run }, mark && icon(mark, "s"), words);

/** A loading note, announced once, politely. */
export const waitingNote = (words) => el("p", { class: "note panel-note", role: "status" }, words);

/** An error in place, with a retry button. */
export const problem = (words, retry) => el("div", { class: "panel-note", role: "alert" },
  el("p", { class: "note" }, words), retry && button(gettext("Try again"), retry));

/** Replace the children of `place`; the focus returns to its element, found by `data-at` or name, else to `place`. */
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

// An inline correction form. It shows server errors, and keeps the input.

/**
 * Replace `node` by a form with `fields` (nodes). `save()` may throw Error; then the form stays, with its input.
 * Escape and Cancel restore `node` and call `left()`; saving redraws the panel.
 */
export function correct(node, { label, fields, save, back, left }) {
  const refusal = el("p", { class: "note bad", role: "alert", hidden: true });
  const cancel = () => {
    holder.replaceWith(node);
    back.focus();
    left(); // show changes made meanwhile
  };
  const form = el("form", { class: "correction", "aria-label": label }, ...fields, refusal,
    el("div", { class: "line" }, el("button", { class: "btn solid small" }, gettext("Save")), button(gettext("Cancel"), cancel, { look: "quiet" })));
  form.addEventListener("submit", sendingOnce(() => save().catch((error) => Object.assign(refusal, { textContent: error.message, hidden: false }))));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  const holder = node.tagName === "LI" ? el("li", {}, form) : form; // a list may contain only items
  node.replaceWith(holder);
  form.querySelector("input, textarea, select").focus();
}

/** A field with its label above it: `control` is an input, a select or a textarea. */
export const field = (words, control) => el("label", { class: "field note" }, words, control);
