// One line that adds a thing of a kind, and stays for the next one.
import { el, icon } from "../shell/dom.js";
import { sendingOnce } from "../shell/sending.js";
import { readQuickAdd } from "./quick_add_words.js";
import { KINDS } from "./words.js";

/** Return a form that calls `add(fields)` with {title, priority?, due_on?}; what was typed goes only once it is stored. */
export function quickAdd(kind, add) {
  const { one } = KINDS[kind];
  const error = el("p", { class: "note bad-words", role: "alert" });
  const input = el("input", { class: "input", id: `add-${kind}`, maxlength: "200", autocomplete: "off", dir: "auto", placeholder: `Add a ${one}`, "aria-describedby": `add-${kind}-hint` });
  const send = sendingOnce(async () => {
    const line = input.value;
    if (!line.trim()) return;
    try {
      await add(readQuickAdd(line));
      if (input.value === line) input.value = "";
      error.textContent = "";
    } catch (refusal) {
      error.textContent = refusal.message;
    }
  });
  return el("form", { class: "quick-add", onsubmit: send },
    el("label", { class: "vh", for: `add-${kind}` }, `Add a ${one}`),
    el("div", { class: "line" }, input, el("button", { class: "btn", "aria-label": `Add the ${one}` }, icon("plus", "s"), "Add")),
    el("p", { class: "note", id: `add-${kind}-hint` }, "'!1' makes it urgent, 'by tomorrow' or 'by 2026-12-01' at the end gives it a day."), error);
}
