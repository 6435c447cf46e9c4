// Tasks on a board, a column for each state. A card moves by dragging, by Alt and an arrow, or by its menu.
import { el, iconButton } from "../shell/dom.js";
import { byUrgency, marksOf } from "./entity_parts.js";
import { Keyed } from "./keyed.js";
import { showMenu } from "./menu.js";
import { pagePath, stateWords } from "./words.js";

const CARD = "application/x-omniforge-card";
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Board {
  constructor({ projectId, kind, rules, mayWrite, choose }) {
    this.projectId = projectId;
    this.kind = kind;
    this.rules = rules;
    this.mayWrite = mayWrite;
    this.choose = choose;
    this.dragged = null;
    this.columns = rules.states.map((state) => this.columnOf(state));
    this.node = el("div", { class: "board", role: "region", "aria-label": "Board", tabindex: "0" }, this.columns.map(({ node }) => node));
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
    const more = this.mayWrite && iconButton("more", `Move ${entity.title}`, () => this.menu(entity, more));
    if (more) more.setAttribute("aria-haspopup", "menu");
    return el("li", {
      class: "card task-card", draggable: this.mayWrite && "true",
      ondragstart: (event) => { this.dragged = entity; event.dataTransfer.effectAllowed = "move"; event.dataTransfer.setData(CARD, entity.id); },
      ondragend: () => { this.dragged = null; },
      onkeydown: (event) => this.pressed(event, entity),
    }, el("div", { class: "line" }, el("a", { class: "grow", "data-focus": "open", draggable: "false", href: pagePath(this.projectId, this.kind, entity.id), dir: "auto" }, entity.title), more),
    el("div", { class: "line wrap" }, marksOf(entity, !this.rules.ends.includes(entity.state))));
  }

  menu(entity, opener) {
    showMenu(opener, `Move ${entity.title}`, this.rules.states.map((state) => ({
      label: stateWords(state), isChecked: state === entity.state, act: () => this.move(entity, state),
    })));
  }

  pressed(event, entity) {
    if (!event.altKey || !(event.key in STEPS)) return;
    event.preventDefault(); // it would leave the page
    const state = this.rules.states[this.rules.states.indexOf(entity.state) + STEPS[event.key]];
    if (state && this.mayWrite) this.move(entity, state);
  }

  /** Give `entity` another state; its card keeps the focus where it had it. */
  move(entity, state) {
    if (state === entity.state) return;
    this.following = { id: entity.id, state };
    this.choose(entity, state);
  }

  /** Once a card is where it was moved to, it gets the focus that its former node had. */
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
