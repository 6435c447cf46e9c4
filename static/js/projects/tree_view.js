// The document tree as an ARIA tree with a flat list of nodes and arrow key navigation.
import { el, icon, iconButton } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { Keyed } from "./redraw.js";
import { dropped, visible } from "./tree.js";
import { pagePath } from "./words.js";

const OPEN_UNTIL = 60; // documents; larger trees start collapsed

export class TreeView {
  /** `actions` of a document: menu(id, opener), step(id, direction), rename(id), remove(id). */
  constructor({ place, projectId, mayWrite, actions }) {
    this.place = place;
    this.projectId = projectId;
    this.mayWrite = mayWrite;
    this.actions = actions;
    this.closed = null;
    this.current = null;
    this.structure = { root: [] };
    this.nodes = [];
    this.keyed = new Keyed(place, { make: (node) => this.nodeOf(node), state: (node) => node });
    place.addEventListener("keydown", (event) => this.pressed(event));
    place.addEventListener("focusin", ({ target }) => this.setCurrent(target.closest("[role=treeitem]")?.dataset.id));
  }

  /** Show the tree; `titleOf(id)` names its documents. */
  show(structure, titleOf) {
    const whole = visible(structure);
    this.closed ??= new Set(whole.length > OPEN_UNTIL ? whole.filter(({ below }) => below).map(({ id }) => id) : []);
    this.structure = structure;
    this.nodes = visible(structure, (id) => this.closed.has(id)).map((node) => ({ ...node, title: titleOf(node.id), isOpen: !this.closed.has(node.id) }));
    if (!this.nodes.some(({ id }) => id === this.current)) this.current = this.nodes[0]?.id ?? null;
    this.titleOf = titleOf;
    this.keyed.show(this.nodes);
    this.setCurrent(this.current);
  }

  nodeOf({ id, depth, position, count, below, title, isOpen }) {
    const fold = el("span", { class: "fold-mark", onclick: () => this.toggle(id) }, below > 0 && icon(isOpen ? "down" : "right", isOpen ? "s" : "s flip"));
    const more = this.mayWrite && iconButton("more", gettext("Actions for {name}", { name: title }), () => this.actions.menu(id, more));
    if (more) Object.assign(more, { tabIndex: -1 }).setAttribute("aria-haspopup", "menu");
    const node = el("li", {
      role: "treeitem", class: "node", tabindex: "-1", draggable: this.mayWrite && "true", "aria-label": title,
      "aria-level": depth, "aria-posinset": position + 1, "aria-setsize": count, "aria-expanded": below > 0 && String(isOpen),
    }, fold, icon(below ? "folder" : "doc"),
    el("a", { class: "clip", tabindex: "-1", draggable: "false", href: pagePath(this.projectId, "document", id), dir: "auto" }, title), more);
    node.style.setProperty("--depth", depth - 1);
    return node;
  }

  item = (id) => this.place.querySelector(`[data-id="${CSS.escape(id)}"]`);

  setCurrent(id) {
    if (!id) return;
    for (const item of this.place.children) {
      item.tabIndex = item.dataset.id === id ? 0 : -1;
      const more = item.querySelector("button");
      if (more) more.tabIndex = item.tabIndex;
    }
    this.current = id;
  }

  focus(id) {
    this.setCurrent(id);
    this.item(id)?.focus();
  }

  /** Expand the ancestors of a document, so that it is visible. */
  reveal(id) {
    const above = new Map(visible(this.structure).map((node) => [node.id, node.parent]));
    for (let parent = above.get(id); parent; parent = above.get(parent)) this.closed.delete(parent);
    this.show(this.structure, this.titleOf);
  }

  toggle(id) {
    if (!this.closed.delete(id)) this.closed.add(id);
    this.show(this.structure, this.titleOf);
    this.focus(id);
  }

  pressed(event) {
    if (!event.target.matches("[role=treeitem]")) return;
    const act = event.altKey ? this.moveBy(event.key) : this.commandOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  moveBy(key) {
    const direction = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" }[key];
    return direction && this.mayWrite && (() => this.actions.step(this.current, direction));
  }

  commandOf(key) {
    const at = this.nodes.findIndex(({ id }) => id === this.current);
    const node = this.nodes[at];
    if (!node) return null; // it was removed meanwhile
    const go = (to) => to && (() => this.focus(to.id));
    const first = this.nodes[at + 1]?.parent === node.id ? this.nodes[at + 1] : null;
    const writing = { F2: () => this.actions.rename(node.id), Delete: () => this.actions.remove(node.id) };
    return {
      ArrowDown: go(this.nodes[at + 1]), ArrowUp: go(this.nodes[at - 1]), Home: go(this.nodes[0]), End: go(this.nodes.at(-1)),
      ArrowRight: node.below && !node.isOpen ? () => this.toggle(node.id) : go(first),
      ArrowLeft: node.below && node.isOpen ? () => this.toggle(node.id) : go(this.nodes.find(({ id }) => id === node.parent)),
      Enter: () => this.item(node.id).querySelector("a").click(),
      ...(this.mayWrite && writing),
    }[key];
  }
}

// Dragging documents in their tree: onto an edge of another one to place it beside, else to place it below.

const MARKS = ["before", "into", "after"];

/** `tree` is the TreeView, `move(id, place)` is called on dropping. */
export function startTreeDrag(tree, move) {
  let dragged = null;
  const itemAt = (event) => event.target.closest?.("[role=treeitem]");
  const clear = () => tree.place.querySelectorAll(".before,.into,.after").forEach((item) => item.classList.remove(...MARKS));

  tree.place.addEventListener("dragstart", (event) => {
    dragged = itemAt(event)?.dataset.id;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", tree.titleOf(dragged));
  });
  tree.place.addEventListener("dragover", (event) => {
    const target = itemAt(event);
    clear();
    if (!dragged || !target || !placeFor(event, target)) return;
    event.preventDefault();
    target.classList.add(whereIn(event, target));
  });
  tree.place.addEventListener("drop", (event) => {
    const target = itemAt(event);
    const place = dragged && target && placeFor(event, target);
    if (!place) return;
    event.preventDefault();
    move(dragged, place);
  });
  tree.place.addEventListener("dragleave", clear);
  tree.place.addEventListener("dragend", () => {
    dragged = null;
    clear();
  });

  const placeFor = (event, target) => target.dataset.id !== dragged
    && dropped(tree.structure, dragged, target.dataset.id, whereIn(event, target));
}

function whereIn(event, item) {
  const { top, height } = item.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  return MARKS[share < 0.3 ? 0 : share > 0.7 ? 2 : 1];
}
