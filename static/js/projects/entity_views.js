// Entities of one kind on a project's page: as a list, or as a board.
import { el, icon, iconButton } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { showMenu } from "./acts.js";
import { Keyed } from "./redraw.js";
import { dayWords, isPast, KINDS, pagePath, stateWords } from "./words.js";

// Details of an object in lists and boards, besides its title.

/** A select of the states of a kind. `choose(state)` resolves to whether it succeeded; else the former one is restored. */
function stateSelect({ title, state }, states, choose) {
  const chosen = async () => { if (!(await choose(select.value))) select.value = state; };
  const select = el("select", { class: "input small", "aria-label": gettext("State of {title}", { title }), "data-focus": "state", onchange: chosen },
    states.map((one) => el("option", { value: one, selected: one === state }, stateWords(one))));
  return el("span", { class: "select" }, select, icon("down", "s"));
}

/** Priority, assignee and due date, if any; the date of an open object is marked overdue once it has passed. */
export function marksOf({ priority, due_on: day, fields }, isOpen) {
  const isLate = day && isOpen && isPast(day);
  return [
    priority && el("span", { class: priority === 1 ? "tag warn" : "tag", title: gettext("Priority, from 1, the most urgent, to 5") }, priority === 1 && icon("alert", "s"), `P${priority}`),
    fields.assignee && el("span", { class: "tag assignee", title: gettext("Assigned to") }, icon("users", "s"), el("span", { dir: "auto" }, fields.assignee)),
    day && el("span", { class: isLate ? "tag bad" : "tag" }, icon("clock", "s"), isLate ? gettext("late, {day}", { day: dayWords(day) }) : dayWords(day)),
  ];
}

/** Sort order: priority, then due date, then newest first. */
function byUrgency(one, other) {
  const [mine, theirs] = [one, other].map(({ priority, due_on: day }) => [priority ?? 9, day ?? "9999"]);
  return mine[0] - theirs[0] || mine[1].localeCompare(theirs[1]) || other.created_at.localeCompare(one.created_at);
}

/** Base of the list and board of one kind. */
class KindView {
  /** `rules` are {states, ends} of the kind; `choose(entity, state)` changes one. */
  constructor({ projectId, kind, rules, mayWrite, choose }) {
    this.projectId = projectId;
    this.kind = kind;
    this.rules = rules;
    this.mayWrite = mayWrite;
    this.choose = choose;
  }

  hasEnded = ({ state }) => this.rules.ends.includes(state);

  /** A link to the page of `entity`. */
  linkTo({ id, title }, attributes = {}) {
    return el("a", { class: "grow", "data-focus": "open", href: pagePath(this.projectId, this.kind, id), dir: "auto", ...attributes }, title);
  }
}

// A list: open objects, and below them the ended ones, folded.

export class EntityList extends KindView {
  constructor(options) {
    super(options);
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
    this.nothing.textContent = KINDS[this.kind].none;
    this.fold.hidden = ended.length === 0;
    this.summary.textContent = gettext("{count} finished", { count: ended.length });
  }

  rowOf(entity) {
    return el("li", {}, el("div", { class: "row" }, icon(this.kind === "task" && this.hasEnded(entity) ? "task" : KINDS[this.kind].icon),
      this.linkTo(entity), marksOf(entity, !this.hasEnded(entity)),
      this.mayWrite ? stateSelect(entity, this.rules.states, (chosen) => this.choose(entity, chosen)) : el("span", { class: "tag" }, stateWords(entity.state))));
  }
}

// Tasks on a board, a column for each state. A card moves by dragging, by Alt and an arrow, or by its menu.

const CARD = "application/x-omniforge-card";
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Board extends KindView {
  constructor(options) {
    super(options);
    this.dragged = null;
    this.following = null; // {id, state} of the last moved card
    this.entities = new Map();
    this.columns = this.rules.states.map((state) => this.columnOf(state));
    this.node = el("div", { class: "board", role: "region", "aria-label": gettext("Board"), tabindex: "0" }, this.columns.map(({ node }) => node));
  }

  show(entities) {
    this.entities = new Map(entities.map((entity) => [entity.id, entity]));
    for (const { state, keyed, count } of this.columns) {
      const held = entities.filter((entity) => entity.state === state).sort(byUrgency);
      keyed.show(held);
      count.textContent = held.length;
    }
    this.follow();
  }

  columnOf(state) {
    const list = el("ul", { "aria-label": stateWords(state) });
    const count = el("span", { class: "meta" });
    const node = el("section", { class: "column", "data-state": state }, el("h3", {}, stateWords(state), count), list);
    node.addEventListener("dragover", (event) => this.isOver(event, node));
    node.addEventListener("dragleave", (event) => node.contains(event.relatedTarget) || node.classList.remove("over"));
    node.addEventListener("drop", (event) => this.dropOn(event, node, state));
    return { state, node, count, keyed: new Keyed(list, { make: (entity) => this.cardOf(entity), state: (entity) => entity.version }) };
  }

  cardOf(entity) {
    const more = this.mayWrite && iconButton("more", gettext("Move {title}", { title: entity.title }), () => this.menu(entity, more));
    if (more) more.setAttribute("aria-haspopup", "menu");
    return el("li", {
      class: "card task-card", draggable: this.mayWrite && "true",
      ondragstart: (event) => { this.dragged = entity; event.dataTransfer.effectAllowed = "move"; event.dataTransfer.setData(CARD, entity.id); },
      ondragend: () => { this.dragged = null; },
      onkeydown: (event) => this.pressed(event, entity),
    }, el("div", { class: "line" }, this.linkTo(entity, { draggable: "false" }), more),
    el("div", { class: "line wrap" }, marksOf(entity, !this.hasEnded(entity))));
  }

  menu(entity, opener) {
    showMenu(opener, gettext("Move {title}", { title: entity.title }), this.rules.states.map((state) => ({
      label: stateWords(state), isChecked: state === entity.state, act: () => this.move(entity, state),
    })));
  }

  pressed(event, entity) {
    if (!event.altKey || !(event.key in STEPS)) return;
    event.preventDefault(); // Alt+arrow would navigate
    const state = this.rules.states[this.rules.states.indexOf(entity.state) + STEPS[event.key]];
    if (state && this.mayWrite) this.move(entity, state);
  }

  /** Change the state of `entity`; its card keeps the focus if it had it. */
  move(entity, state) {
    if (state === entity.state) return;
    this.following = { id: entity.id, state };
    this.choose(entity, state);
  }

  /** Restore the focus of a moved card on its new node. */
  follow() {
    const { id, state } = this.following ?? {};
    if (!id || this.entities.get(id)?.state !== state) return;
    this.following = null;
    if (document.activeElement !== document.body) return;
    this.node.querySelector(`[data-id="${CSS.escape(id)}"] a`).focus();
  }

  isOver(event, column) {
    if (!this.dragged) return;
    event.preventDefault();
    column.classList.add("over");
  }

  dropOn(event, column, state) {
    column.classList.remove("over");
    if (!this.dragged) return;
    event.preventDefault();
    this.move(this.dragged, state);
  }
}
