// A small form in the place of what it corrects. What the server refuses is said in it, and nothing typed is lost.
import { el } from "../shell/dom.js";
import { sendingOnce } from "../shell/sending.js";
import { button } from "./section.js";

/**
 * Put a form with `fields` (nodes) in the place of `node`. `save()` may raise Error; then the form stays, with its words.
 * Escape and Cancel bring `node` back, and `left()` is called; what is saved redraws the panel.
 */
export function correct(node, { label, fields, save, back, left }) {
  const refusal = el("p", { class: "note bad", role: "alert", hidden: true });
  const cancel = () => {
    holder.replaceWith(node);
    back.focus();
    left(); // what changed meanwhile is not shown yet
  };
  const form = el("form", { class: "correction", "aria-label": label }, ...fields, refusal,
    el("div", { class: "line" }, el("button", { class: "btn solid small" }, "Save"), button("Cancel", cancel, { look: "quiet" })));
  form.addEventListener("submit", sendingOnce(() => save().catch((error) => Object.assign(refusal, { textContent: error.message, hidden: false }))));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  const holder = node.tagName === "LI" ? el("li", {}, form) : form; // a list has only items
  node.replaceWith(holder);
  form.querySelector("input, textarea, select").focus();
}

/** A field with its label above it: `control` is an input, a select or a textarea. */
export const field = (words, control) => el("label", { class: "field note" }, words, control);
