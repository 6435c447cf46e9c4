// The panel's second tab: the agent's knowledge, assumptions and expectations, all of which can be corrected or removed.
import { KINDS, markOf } from "../../projects/words.js";
import { el, icon, iconButton } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { toast } from "../notices.js";
import { button, correct, emptyNote, field, problem, replaceKeepingFocus, row, rows, section, waitingNote } from "./sections.js";

const FATES = { confirmed: ["check", gettext("held")], failed: ["fail", gettext("did not happen")], pending: ["ring", gettext("open")] };
const MOST = 12; // newest items and expectations shown; older ones are kept

export class StatePanel {
  /** `say(words)` sends a message, which turns a noted item into a real one. */
  constructor({ place, memory, say }) {
    this.place = place;
    this.memory = memory;
    this.say = say;
    memory.addEventListener("changed", () => this.show());
  }

  show() {
    if (this.place.querySelector("form")) return; // don't discard input; saving or leaving redraws
    replaceKeepingFocus(this.place, this.content().filter(Boolean));
  }

  content() {
    const { data, error, conversation } = this.memory;
    if (error) return [problem(error, () => this.memory.load())];
    if (!conversation.id) return [emptyNote(gettext("Once we talk, what I understand of it stands here, for you to correct."))];
    if (!data) return [waitingNote(gettext("Fetching what I remember"))];
    const { state } = data;
    const all = [this.understood, this.assumed, this.expected, this.questions, this.told, this.provisional];
    const parts = all.map((part) => part.call(this, state)).filter(Boolean);
    return parts.length ? [...parts, this.end()] : [emptyNote(gettext("I have noted nothing yet. As we talk, what I understand, assume and expect stands here."))];
  }

  understood({ current_understanding: { entities, dependencies } }) {
    if (!entities.length) return null;
    const names = new Map(entities.map(({ id, name, kind }) => [id, name || kind]));
    const things = entities.slice(-MOST).reverse().map((one) => row({ mark: markOf(one), words: one.name || one.kind },
      el("span", { class: "meta" }, KINDS[one.kind]?.one ?? one.kind), this.remover(gettext("Forget {name}", { name: one.name || one.kind }), one.id)));
    const links = dependencies.filter(({ from, to }) => names.has(from) && names.has(to)).slice(-MOST).map(({ from, to, rel }) =>
      row({ words: `${names.get(from)} ${rel.replaceAll("_", " ")} ${names.get(to)}`, classes: "node note" }, this.remover(gettext("Forget this link"), `${from}:${to}:${rel}`)));
    return section(gettext("What I understand"), {}, rows([...things, ...links]));
  }

  assumed({ assumptions }) {
    const list = assumptions.map((one) => assumptionRow(one, (updates) => this.save({ updates: { assumptions: updates } }), () => this.show()));
    return list.length ? section(gettext("Assumptions"), {}, rows(list)) : null;
  }

  expected({ expectations }) {
    const list = expectations.slice(-MOST).reverse().map((one) => {
      const [mark, fate] = FATES[one.status];
      return row({ mark, words: one.expected_outcome, title: one.action }, el("span", { class: one.status === "failed" ? "tag bad" : "tag" }, fate),
        this.remover(gettext("Remove: {what}", { what: one.expected_outcome }), one.id));
    });
    return list.length ? section(gettext("Expected"), {}, rows(list)) : null;
  }

  questions({ items, tentative_hypotheses: hypotheses }) {
    const open = this.items(items, (kind) => kind === "question");
    const perhaps = hypotheses.map((one) => row({ mark: "ring", words: one.hypothesis, title: one.reason }, this.remover(gettext("Remove: {what}", { what: one.hypothesis }), one.id)));
    return open.length + perhaps.length ? section(gettext("Open questions"), {}, rows([...open, ...perhaps])) : null;
  }

  told({ items }) {
    const noted = this.items(items, (kind) => kind === "note");
    return noted.length ? section(gettext("Noted"), {}, rows(noted)) : null;
  }

  provisional({ items }) {
    const open = this.items(items, (kind) => !["question", "note"].includes(kind));
    return open.length ? section(gettext("Not decided yet"), {}, rows(open)) : null;
  }

  items(items, /** @type {(kind: string) => boolean} */ isMeant) {
    const act = { save: (updates) => this.save({ item_updates: updates }), say: this.say, left: () => this.show() };
    return items.filter(({ kind, status }) => isMeant(kind) && status === "active").map((item) => itemRow(item, act));
  }

  remover(label, key) {
    return iconButton("x", label, () => this.quietly({ updates: { removed: [key] } }), "s");
  }

  end() {
    const ask = button(gettext("Forget all of this"), () => ask.replaceWith(sure), { look: "quiet danger", mark: "trash", at: "forget" });
    const forget = () => this.memory.forget().catch((error) => toast(error.message));
    const keep = () => {
      sure.replaceWith(ask);
      ask.focus();
    };
    const sure = el("div", { class: "line wrap", role: "group", "aria-label": gettext("Forget all of this?") },
      el("span", { class: "note" }, gettext("It cannot be brought back.")), button(gettext("Forget it"), forget, { look: "danger" }), button(gettext("Keep it"), keep, { look: "quiet" }));
    return el("div", { class: "panel-end" }, ask);
  }

  /** Save a form's changes; removes the form first, so that the panel redraws. Throws like `change`. */
  async save(changes) {
    await this.memory.change(changes);
    this.place.querySelector("form")?.remove();
    this.show();
  }

  quietly(changes) {
    this.memory.change(changes).catch((error) => toast(error.message));
  }
}

// A noted item that is not part of a project yet: create, reword or remove it.

const MARKS = { task: "todo", doc: "doc", note: "doc", idea: "ring", question: "ring" };
const REAL = { task: "Add a task: ", doc: "Create a document called " };

/** `save(updates)` stores updates of items, `say(words)` sends a message, `left()` is called when a form is left. */
function itemRow(item, { save, say, left }) {
  const pencil = iconButton("pencil", gettext("Change: {what}", { what: item.title }), () => openItem(node, { back: pencil, item, save, left }), "s");
  const remove = () => save([{ op: "remove", id: item.id }]).catch((error) => toast(error.message));
  const node = el("li", { class: "node", title: item.details || null }, icon(MARKS[item.kind]),
    el("span", { class: "grow", dir: "auto" }, item.title),
    REAL[item.kind] && button(gettext("Make it real"), () => say(REAL[item.kind] + item.title), { label: gettext("Make it real: {what}", { what: item.title }) }),
    pencil, iconButton("x", gettext("Remove: {what}", { what: item.title }), remove, "s"));
  return node;
}

function openItem(node, { back, item, save, left }) {
  const title = el("input", { class: "input", value: item.title, maxlength: "300", required: true });
  const details = el("textarea", { class: "input", rows: "2", maxlength: "1000" }, item.details);
  correct(node, {
    label: gettext("Change: {what}", { what: item.title }), fields: [field(gettext("In short"), title), field(gettext("More about it"), details)], back, left,
    save: () => save([{ op: "update", id: item.id, patch: { title: title.value.trim(), details: details.value, updated_at: new Date().toISOString() } }]),
  });
}

// One assumption: text, confidence, and the form that corrects both. It is never deleted, only refuted.

/** @type {[number, string][]} */
const SURE = [[1, gettext("Yes, that is so")], [0.9, gettext("Very likely")], [0.6, gettext("Perhaps")], [0.3, gettext("Hardly")], [0, gettext("No, that is wrong")]];
const YOURS = "You said so in the panel.";

const odds = (confidence) => `${Math.round(100 * confidence)}%`;

/** `save(assumptions)` stores updates, `left()` is called when a form is left. */
function assumptionRow(assumption, save, left) {
  const { hypothesis, confidence, evidence } = assumption;
  const pencil = iconButton("pencil", gettext("Correct: {what}", { what: hypothesis }), () => openAssumption(node, { back: pencil, assumption, save, left }), "s");
  const deny = () => save([{ ...assumption, confidence: 0, evidence: [YOURS] }]).catch((error) => toast(error.message));
  const refute = iconButton("x", gettext("That is wrong: {what}", { what: hypothesis }), deny, "s");
  const isRefuted = confidence === 0;
  const node = el("li", { class: isRefuted ? "node refuted" : "node", title: evidence.join("\n") || null },
    el("span", { class: "grow", dir: "auto" }, isRefuted ? el("s", {}, hypothesis) : hypothesis),
    el("span", { class: "meta" }, odds(confidence)), pencil, isRefuted ? null : refute);
  return node;
}

function openAssumption(node, { back, assumption, save, left }) {
  const words = el("input", { class: "input", value: assumption.hypothesis, maxlength: "300", required: true });
  const nearest = SURE.reduce((best, [value]) => (Math.abs(value - assumption.confidence) < Math.abs(best - assumption.confidence) ? value : best), 1);
  const sure = el("select", { class: "input" }, SURE.map(([value, said]) => el("option", { value: String(value), selected: value === nearest }, said)));
  correct(node, {
    label: gettext("Correct: {what}", { what: assumption.hypothesis }), fields: [field(gettext("What I assume"), words), field(gettext("How sure"), sure)], back, left,
    save: () => save(corrections(assumption, words.value.trim(), Number(sure.value))),
  });
}

/** A different wording is a new assumption: the old one is refuted, and stays visible. */
function corrections(assumption, hypothesis, confidence) {
  if (hypothesis === assumption.hypothesis) return [{ ...assumption, confidence, evidence: [YOURS] }];
  return [{ ...assumption, confidence: 0, evidence: [YOURS] }, { id: crypto.randomUUID(), hypothesis, confidence, evidence: [YOURS] }];
}
