// The things of one kind as a list: those that are open, and folded below them those that came to an end.
import { el, icon } from "../shell/dom.js";
import { byUrgency, marksOf, stateSelect } from "./entity_parts.js";
import { Keyed } from "./keyed.js";
import { KINDS, pagePath, stateWords } from "./words.js";

export class EntityList {
  /** `rules` are {states, ends} of the kind; `choose(entity, state)` changes one. */
  constructor({ projectId, kind, rules, mayWrite, choose }) {
    this.projectId = projectId;
    this.kind = kind;
    this.rules = rules;
    this.mayWrite = mayWrite;
    this.choose = choose;
    const keyed = (place) => new Keyed(place, { make: (entity) => this.rowOf(entity), state: (entity) => entity.version });
    const [open, ended] = [el("ul", { class: "rows things" }), el("ul", { class: "rows things" })];
    this.open = keyed(open);
    this.ended = keyed(ended);
    this.nothing = el("p", { class: "note" });
    this.summary = el("span");
    this.fold = el("details", {}, el("summary", {}, icon("right", "s turn-on"), this.summary), ended);
    this.node = el("div", { class: "thing-list" }, open, this.nothing, this.fold);
  }

  show(entities) {
    const ended = entities.filter((entity) => this.hasEnded(entity)).sort((one, other) => (other.completed_at ?? "").localeCompare(one.completed_at ?? ""));
    const open = entities.filter((entity) => !this.hasEnded(entity)).sort(byUrgency);
    this.open.show(open);
    this.ended.show(ended);
    this.nothing.hidden = open.length > 0;
    this.nothing.textContent = `No ${KINDS[this.kind].one} is open.`;
    this.fold.hidden = ended.length === 0;
    this.summary.textContent = `${ended.length} finished`;
  }

  hasEnded = ({ state }) => this.rules.ends.includes(state);

  rowOf(entity) {
    const { id, title, state } = entity;
    return el("li", {}, el("div", { class: "row" }, icon(this.kind === "task" && this.hasEnded(entity) ? "task" : KINDS[this.kind].icon),
      el("a", { class: "grow", "data-focus": "open", href: pagePath(this.projectId, this.kind, id), dir: "auto" }, title),
      marksOf(entity, !this.hasEnded(entity)),
      this.mayWrite ? stateSelect(entity, this.rules.states, (chosen) => this.choose(entity, chosen)) : el("span", { class: "tag" }, stateWords(state))));
  }
}
