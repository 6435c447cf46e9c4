// Something that is only noted, and no part of a project yet: made real, put in other words, or removed.
import { el, icon, iconButton } from "../shell/dom.js";
import { correct, field } from "./correction.js";
import { button } from "./section.js";
import { toast } from "./toast.js";

const MARKS = { task: "todo", doc: "doc", note: "doc", idea: "ring", question: "ring" };
const REAL = { task: "Add a task: ", doc: "Create a document called " };

/** `save(updates)` stores updates of items, `say(words)` sends a message, `left()` is called when a form is left. */
export function itemRow(item, { save, say, left }) {
  const pencil = iconButton("pencil", `Change: ${item.title}`, () => open(node, { back: pencil, item, save, left }), "s");
  const remove = () => save([{ op: "remove", id: item.id }]).catch((error) => toast(error.message));
  const node = el("li", { class: "node", title: item.details || null }, icon(MARKS[item.kind]),
    el("span", { class: "grow", dir: "auto" }, item.title),
    REAL[item.kind] && button("Make it real", () => say(REAL[item.kind] + item.title), { label: `Make it real: ${item.title}` }),
    pencil, iconButton("x", `Remove: ${item.title}`, remove, "s"));
  return node;
}

function open(node, { back, item, save, left }) {
  const title = el("input", { class: "input", value: item.title, maxlength: "300", required: true });
  const details = el("textarea", { class: "input", rows: "2", maxlength: "1000" }, item.details);
  correct(node, {
    label: `Change: ${item.title}`, fields: [field("In short", title), field("More about it", details)], back, left,
    save: () => save([{ op: "update", id: item.id, patch: { title: title.value.trim(), details: details.value, updated_at: new Date().toISOString() } }]),
  });
}
