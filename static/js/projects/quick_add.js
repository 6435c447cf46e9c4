// A one-line form that adds an object of a kind, and stays for the next one.
import { el, icon } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { dayOf } from "../shell/moments.js";
import { sendingOnce } from "../shell/pacing.js";
import { KINDS } from "./words.js";

/** Return a form that calls `add(fields)` with {title, priority?, due_on?}; the input is cleared only after saving. */
export function quickAdd(kind, add) {
  const { add: label, one } = KINDS[kind];
  const error = el("p", { class: "note bad-words", role: "alert" });
  const input = el("input", { class: "input", id: `add-${kind}`, maxlength: "200", autocomplete: "off", dir: "auto", placeholder: label, "aria-describedby": `add-${kind}-hint` });
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
    el("label", { class: "vh", for: `add-${kind}` }, label),
    el("div", { class: "line" }, input, el("button", { class: "btn", "aria-label": gettext("Add the {kind}", { kind: one }) }, icon("plus", "s"), gettext("Add"))),
    el("p", { class: "note", id: `add-${kind}-hint` }, gettext("'!1' makes it urgent, 'by tomorrow' or 'by 2026-12-01' at the end gives it a day.")), error);
}

// Parses the line: title, with optional priority and due date.

const URGENCY = /(?:^|\s)!([1-5])(?=\s|$)/;
const DAY = /[\s,]+(?:by|bis) (\d{4}-\d{2}-\d{2}|today|tomorrow|heute|morgen)$/i;

/** Return {title, priority?, due_on?} of 'Call Tom !1 by tomorrow'. If no title would be left, all of it is the title. */
export function readQuickAdd(line, now = new Date()) {
  const text = line.trim();
  const urgency = text.match(URGENCY);
  const rest = text.replace(URGENCY, "").trim();
  const day = rest.match(DAY);
  const title = rest.replace(DAY, "").trim();
  if (!title) return { title: text };
  return { title, ...(urgency && { priority: Number(urgency[1]) }), ...(day && { due_on: dueOn(day[1].toLowerCase(), now) }) };
}

function dueOn(word, now) {
  const days = { today: 0, heute: 0, tomorrow: 1, morgen: 1 }[word];
  return days === undefined ? word : new Date(Date.parse(dayOf(now)) + days * 86_400_000).toISOString().slice(0, 10);
}
