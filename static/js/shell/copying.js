// Copying to the clipboard, said where it was asked for and to screen readers; also without TLS, where browsers have no clipboard API.
import { el } from "./dom.js";

const SAID_MS = 2_000;
const timers = new WeakMap();

/** Copy what `data-copies` names, by the id of a field or an element. */
export function startCopying() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("button[data-copies]");
    const source = button && document.getElementById(button.dataset.copies);
    if (source) copyText(source.value ?? source.textContent.trim(), { button, source });
  });
}

/**
 * Copy `text` and say so at `button`. If the browser refuses, `source`, which shows the text, is selected.
 * @param {string} text
 * @param {{button: HTMLElement, source?: HTMLElement | null}} place
 */
export async function copyText(text, { button, source = null }) {
  if (await byClipboard(text) || bySelection(text, button)) return say(button, "Copied");
  select(source);
  say(button, source ? "Press Ctrl+C or ⌘C to copy" : "This browser blocks copying");
}

const byClipboard = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;

function bySelection(text, button) {
  const field = el("textarea", { class: "vh", readonly: true, "aria-hidden": "true" });
  field.value = text;
  button.after(field); // within the dialog that the button may be in
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  button.focus({ preventScroll: true });
  return isCopied;
}

function select(source) {
  if (!source) return;
  if (source instanceof HTMLInputElement) {
    source.focus();
    source.select();
  } else getSelection().selectAllChildren(source);
}

function say(button, words) {
  clearTimeout(timers.get(button));
  button.dataset.said = words;
  status().textContent = words;
  timers.set(button, setTimeout(() => {
    delete button.dataset.said;
    status().textContent = "";
  }, SAID_MS));
}

/** Where screen readers hear it: made with the page, as what is made with its words is not read out. */
function status() {
  let place = document.getElementById("copied");
  if (!place) document.body.append(place = el("p", { class: "vh", id: "copied", role: "status" }));
  return place;
}
