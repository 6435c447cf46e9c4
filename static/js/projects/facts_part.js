// The facts of a task, goal, plan, milestone, risk or requirement: each is saved as soon as it is chosen.
import { announce } from "../chat/notices.js";
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { inTurn } from "../shell/pacing.js";
import { patchRow } from "./acts.js";
import { refusalNotice } from "./editor.js";
import { fetchRow } from "./live.js";
import { stateWords } from "./words.js";

const PRIORITIES = [["", gettext("None")], ["1", gettext("1, the most urgent")], ["2", "2"], ["3", "3"], ["4", "4"], ["5", "5"]];
const LABELS = { assignee: gettext("Assigned to"), probability: gettext("Probability, 0 to 1"), impact: gettext("Impact"), mitigation: gettext("What is done about it"), source: gettext("Where it comes from") };

export class FactsPart {
  /** `row()` returns the current row; `stored(row)` is called after saving. */
  constructor({ kind, row, rules, mayWrite, stored }) {
    this.kind = kind;
    this.row = row;
    this.rules = rules;
    this.mayWrite = mayWrite;
    this.stored = stored;
    this.next = inTurn();
    this.inputs = {
      state: select(rules.states.map((state) => [state, stateWords(state)])), priority: select(PRIORITIES), due_on: el("input", { type: "date", class: "input" }),
      ...Object.fromEntries(Object.entries(rules.fields).map(([name, type]) => [name, type === "float"
        ? el("input", { type: "number", class: "input", min: "0", max: "1", step: "0.05" }) : el("input", { class: "input", maxlength: "4000", dir: "auto" })])),
    };
    this.notice = el("div");
    const labels = { state: gettext("State"), priority: gettext("Priority"), due_on: gettext("Due"), ...LABELS };
    need("#facts").append(this.notice, el("div", { class: "fact-fields" }, Object.entries(this.inputs).map(([name, input]) => this.fieldOf(name, labels[name], input))));
    this.show();
  }

  fieldOf(name, label, input) {
    Object.assign(input, { id: `fact-${name}`, disabled: !this.mayWrite });
    input.addEventListener("change", () => this.changed(name, valueOf(name, input)));
    const isSelect = input.matches("select");
    return el("div", { class: `field fact-${name}` }, el("label", { for: input.id }, label), isSelect ? el("span", { class: "select" }, input, icon("down", "s")) : input);
  }

  changed(name, value) {
    return this.next(() => this.store(name, value));
  }

  show() {
    for (const [name, input] of Object.entries(this.inputs)) {
      if (input !== document.activeElement || input.matches("select")) input.value = this.held(this.row(), name) ?? "";
    }
  }

  held = (row, name) => (name in this.rules.fields ? row.fields[name] : row[name]);

  /** Save one fact. A concurrent change of another fact doesn't conflict; for the same fact, ask. */
  async store(name, value, before = this.row()) {
    const fields = name in this.rules.fields ? { fields: { [name]: value } } : { [name]: value };
    try {
      this.stored(await patchRow(this.kind, before.id, { ...fields, version: before.version }));
      this.notice.replaceChildren();
      announce(gettext("Saved"));
    } catch (refusal) {
      if (refusal.code !== "version_conflict") return this.notice.replaceChildren(refusalNotice(refusal));
      const newest = await fetchRow(this.kind, before.id).catch((error) => this.notice.replaceChildren(refusalNotice(error)));
      if (newest && this.held(newest, name) === this.held(before, name)) return this.store(name, value, newest);
      return newest && this.ask(name, value, newest);
    }
    return null;
  }

  ask(name, value, newest) {
    const say = (one) => (one === null || one === undefined || one === "" ? gettext("nothing") : `'${name === "state" ? stateWords(one) : one}'`);
    this.notice.replaceChildren(el("div", { class: "notice warn", role: "alert" }, icon("alert"), el("div", { class: "grow line wrap" },
      el("span", { class: "grow" }, gettext("Somebody set this to {value} meanwhile.", { value: say(this.held(newest, name)) })),
      el("button", { type: "button", class: "btn small", onclick: () => this.store(name, value, newest) }, gettext("Set it to {value}", { value: say(value) })),
      el("button", { type: "button", class: "btn quiet small", onclick: () => { this.notice.replaceChildren(); this.stored(newest); } }, gettext("Leave it")))));
  }
}

const select = (choices) => el("select", { class: "input" }, choices.map(([value, label]) => el("option", { value }, label)));

function valueOf(name, input) {
  if (input.value === "") return name === "state" ? undefined : null;
  return name === "priority" || input.type === "number" ? Number(input.value) : input.value;
}
