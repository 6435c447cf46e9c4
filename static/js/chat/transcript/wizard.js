// An open draft as one sentence, and its questions: answered (Edit), current (quick answers), upcoming.
import { el, icon, need } from "../../shell/dom.js";
import { gettext, locale } from "../../shell/language.js";
import { missingLines } from "../missing.js";
import { told } from "../told.js";

/** Return the card. While `isOpen` its parts can be clicked: `say(text)` sends the click's meaning. */
export function wizardCard(wizard, { isOpen, say }) {
  const rows = new Map(wizard.slots.map((slot) => [slot.name, slotRow(slot, isOpen, say)]));
  const done = wizard.slots.filter((slot) => slot.state === "done").length;
  return el("section", { class: "card", "aria-label": gettext("{title}, {done} of {total} answered", { title: told(wizard.title), done, total: wizard.slots.length }) },
    el("div", { class: "pad" }, head(wizard, done), sentence(wizard, isOpen, (name) => openRow(rows.get(name))),
      isOpen ? missingLines(wizard.missing, placesOf(wizard)) : null),
    isOpen ? el("ol", { class: "qa pad" }, ...rows.values()) : null,
    isOpen && wizard.confirm ? confirmation(say) : null);
}

function placesOf({ slots }) {
  const value = (name) => slots.find((slot) => slot.name === name && slot.state !== "next")?.value ?? "";
  return { source: value("source"), destination: value("destination") };
}

function head(wizard, done) {
  const ticks = wizard.slots.map((slot) => el("i", { class: { done: "on", now: "now", next: "" }[slot.state] }));
  return el("div", { class: "line wizard-head" }, el("h3", { class: "grow" }, told(wizard.title)),
    el("span", { class: "meta" }, gettext("{number} of {total}", { number: done, total: wizard.slots.length })),
    el("span", { class: "ticks", "aria-hidden": "true" }, ...ticks));
}

function sentence(wizard, isOpen, open) {
  const slots = new Map(wizard.slots.map((slot) => [slot.name, slot]));
  const spoken = wizard.sentence.map(([kind, value]) => [kind, kind === "slot" ? value : told(value)]);
  const parts = spoken.map(([kind, value], at) => (kind === "slot"
    ? el("span", { class: "unbroken" }, blank(slots.get(value), isOpen, open), marksOf(spoken[at + 1]))
    : value.slice(at ? marksOf([kind, value]).length : 0)));
  return el("p", { class: "sentence" }, ...parts);
}

/** Return the leading punctuation of a text, which must not be wrapped away from the slot before it. */
const marksOf = ([kind, value] = ["text", ""]) => (kind === "slot" ? "" : /^[,.;:!?)]*/.exec(value)?.[0] ?? "");

function blank(slot, isOpen, open) {
  const words = told(slot.value) || `${locale ? told(slot.label) : slot.label.toLowerCase()}?`;
  const classes = slot.state === "now" ? "slot open" : "slot";
  if (!isOpen) return el("span", { class: slot.state === "done" ? "slot" : "slot later" }, words);
  if (slot.state === "next") return el("span", { class: "slot later" }, words);
  return el("button", { type: "button", class: classes, onclick: () => open(slot.name) }, words);
}

function slotRow(slot, isOpen, say) {
  if (slot.state === "done") return doneRow(slot, say);
  if (slot.state === "next") return plainRow("ring", told(slot.label), el("span", { class: "note" }, told(slot.value)));
  const answers = slot.suggestions.map((words) =>
    el("button", { type: "button", class: "chip", onclick: () => say(words) }, el("b", {}, told(words))));
  const row = plainRow("mark", told(slot.label), el("span", { class: "line wrap" }, ...answers));
  row.querySelector(".note").className = "now";
  return row;
}

const plainRow = (mark, label, value, action = el("span")) =>
  el("li", {}, icon(mark), el("span", { class: "note" }, label), value, action);

function doneRow(slot, say) {
  const row = el("li");
  const show = () => row.replaceChildren(...plainRow("check", told(slot.label), el("span", {}, told(slot.value)),
    el("button", { type: "button", class: "btn quiet small", onclick: edit }, gettext("Edit"),
      el("span", { class: "vh" }, ` ${told(slot.label)}`))).children);
  const edit = () => {
    const form = editForm(slot, say, show);
    row.replaceChildren(icon("check"), ...form.children);
    row.querySelector("input").focus();
  };
  row.edit = edit;
  show();
  return row;
}

function editForm(slot, say, leave) {
  const id = `slot-${slot.name}-${crypto.randomUUID()}`;
  const input = el("input", { class: "input small", id, value: slot.value });
  const save = () => {
    const value = input.value.trim();
    if (value && value !== slot.value) say(`Change ${slot.label.toLowerCase()} to ${value}`);
    else leave();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) save();
    if (event.key === "Escape") { event.stopPropagation(); leave(); }
  });
  return el("div", {}, el("label", { class: "note", for: id }, told(slot.label)), input,
    el("button", { type: "button", class: "btn small", onclick: save }, gettext("Save")));
}

function openRow(row) {
  if (row?.edit) row.edit();
  else need("#say").focus();
}

function confirmation(say) {
  return el("footer", { class: "confirm" },
    el("button", { type: "button", class: "btn strike", onclick: () => say("Yes") }, gettext("Yes, do it")),
    el("button", { type: "button", class: "btn quiet", onclick: () => say("Never mind") }, gettext("Not now")));
}
