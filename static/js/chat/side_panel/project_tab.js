// The panel's first tab: the chat's project, live.
import { dayWords, isPast, markOf, openThings, pagePath, pathTo, stateWords } from "../../projects/words.js";
import { el, icon } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { canBeUndone, folded, isInProjects, operationWords, touchedBy } from "../operations.js";
import { toast } from "../notices.js";
import { undoTurn } from "../work/undo.js";
import { button, emptyNote, problem, replaceKeepingFocus, section, waitingNote } from "./sections.js";

export class ProjectPanel {
  /** `lastTurn()` returns {turn, isLive}; `write(words)` fills the composer; `choose()` opens the choice of a focus. */
  constructor({ place, workspace, focus, lastTurn, write, choose }) {
    this.place = place;
    this.workspace = workspace;
    this.focus = focus;
    this.lastTurn = lastTurn;
    this.write = write;
    this.choose = choose;
    this.tree = new DocumentTree(() => this.show());
    this.justNow = new JustNow(() => this.show());
    workspace.addEventListener("changed", () => this.show());
    focus.addEventListener("changed", () => this.show());
  }

  show() {
    const { turn, isLive } = this.lastTurn();
    const touched = isLive ? touchedBy(turn.operations) : new Map();
    replaceKeepingFocus(this.place, [...this.content(touched), this.justNow.node(turn, isLive)].filter(Boolean));
  }

  /** Redraw if the running turn has progressed. */
  showTurn() {
    const { turn, isLive } = this.lastTurn();
    if (turn?.operations === this.shownOf && isLive === this.wasLive) return;
    this.shownOf = turn?.operations;
    this.wasLive = isLive;
    this.show();
  }

  content(touched) {
    const { projectId, isGone, error, root } = this.workspace;
    if (!projectId) return [this.nowhere()];
    if (isGone) return [emptyNote(gettext("This project is in the trash, or it is gone. Nothing of this chat is lost."))];
    if (error) return [problem(error, () => this.workspace.load())];
    if (root === null) return [waitingNote(gettext("Fetching the project"))];
    return [this.documents(touched), this.things(touched), this.wayOut()];
  }

  nowhere() {
    const words = gettext("This chat is about everything. In a project I know its documents and tasks, and what I change shows here.");
    return el("div", { class: "panel-note" }, el("p", { class: "note" }, words), button(gettext("Choose a project"), this.choose, { mark: "scope", at: "choose" }));
  }

  documents(touched) {
    const { root, projectId } = this.workspace;
    const act = { mark: "plus", label: gettext("Have a document written"), run: () => this.write("Write a document about ") };
    const tree = root.length ? this.tree.nodes({ root, projectId, about: this.focus.value.id, touched }) : emptyNote(gettext("No documents yet."));
    return section(gettext("Documents"), { act }, tree);
  }

  things(touched) {
    const open = openThings(this.workspace.things());
    const act = { mark: "plus", label: gettext("Have a task added"), run: () => this.write("Add a task: ") };
    const list = open.length ? el("ul", {}, open.map((thing) => this.thing(thing, touched))) : emptyNote(gettext("Nothing is open here."));
    return section(gettext("Tasks and goals"), { act }, list);
  }

  thing(thing, touched) {
    const doing = touched.get(thing.id);
    return el("li", {}, el("a", {
      class: doing ? "node live" : "node", href: pagePath(thing.project_id, thing.kind, thing.id),
      "data-at": thing.id, "aria-current": thing.id === this.focus.value.id ? "true" : null,
    }, icon(markOf(thing)), el("span", { class: "clip", dir: "auto" }, thing.title), doing ? el("span", { class: "meta" }, doing) : standing(thing)));
  }

  wayOut() {
    const words = this.workspace.hasMore ? gettext("All of the project") : gettext("Open the project");
    const href = `/projects/${this.workspace.projectId}/`;
    return el("section", {}, el("a", { class: "node note", href, "data-at": "project" }, words, icon("right", "s flip")));
  }
}

/** An object's status: its due date, and whether it is overdue, else its state. */
function standing({ due_on: due, state }) {
  if (!due) return el("span", { class: "tag" }, stateWords(state));
  return isPast(due) ? el("span", { class: "tag warn" }, gettext("late, {day}", { day: dayWords(due) })) : el("span", { class: "meta" }, dayWords(due));
}

// A project's documents as a tree of links, with collapsible branches.

const SMALL = 20; // documents up to which the tree starts expanded
const PAGE = 3000; // characters

class DocumentTree {
  constructor(onChange) {
    this.onChange = onChange;
    this.turned = new Set();
    this.touched = new Map();
    this.way = new Set();
  }

  /** Return the list; `about` is the focus, `touched` maps ids to current actions. */
  nodes({ root, projectId, about, touched }) {
    this.projectId = projectId;
    this.about = about;
    this.touched = touched;
    this.isSmall = sizeOf(root) <= SMALL;
    this.way = new Set(pathTo(root, about).map(({ id }) => id));
    return this.list(root, 0);
  }

  list(nodes, depth) {
    return el("ul", {}, nodes.map((node) => this.item(node, depth)));
  }

  item(node, depth) {
    const isParent = node.children.length > 0;
    const isOpen = isParent && this.isOpen(node);
    const line = el("div", { class: this.touched.has(node.id) ? "node live" : "node" },
      isParent ? this.twist(node, isOpen) : el("span", { class: "twist" }), this.link(node, isParent), this.meta(node));
    line.style.setProperty("--d", depth);
    return el("li", {}, line, isOpen && this.list(node.children, depth + 1));
  }

  link(node, isParent) {
    return el("a", {
      class: "line grow", href: pagePath(this.projectId, "document", node.id), title: node.description || null,
      "data-at": node.id, "aria-current": node.id === this.about ? "true" : null,
    }, icon(isParent ? "folder" : "doc"), el("span", { class: "clip", dir: "auto" }, node.title || gettext("Untitled")));
  }

  meta(node) {
    const doing = this.touched.get(node.id);
    if (doing) return el("span", { class: "meta" }, doing);
    if (node.children.length) return el("span", { class: "meta" }, String(node.children.length));
    return node.content_length ? el("span", { class: "meta" }, gettext("{count} p", { count: Math.ceil(node.content_length / PAGE) })) : null;
  }

  /** Initially expanded: small trees, the path to the focus, and branches with current actions. */
  isOpen(node) {
    const isUsual = this.isSmall || (this.way.has(node.id) && node.id !== this.about) || node.children.some(({ id }) => this.touched.has(id));
    return isUsual !== this.turned.has(node.id);
  }

  twist(node, isOpen) {
    const turn = () => {
      if (!this.turned.delete(node.id)) this.turned.add(node.id);
      this.onChange();
    };
    return el("button", {
      type: "button", class: "twist", "aria-expanded": String(isOpen), "aria-label": gettext("Below {title}", { title: node.title }), "data-at": `twist-${node.id}`, onclick: turn,
    }, icon(isOpen ? "down" : "right", isOpen ? "s" : "s flip"));
  }
}

const sizeOf = (nodes) => nodes.reduce((sum, node) => sum + 1 + sizeOf(node.children), 0);

// The last answer's project changes, with an Undo for all of them.

class JustNow {
  constructor(onChange) {
    this.onChange = onChange;
    this.undone = new Map(); // by turn: the result of the undo, in words
  }

  /** Return the section for `turn`, or null if it changed no project. */
  node(turn, isLive) {
    const done = turn ? turn.operations.filter(isInProjects) : [];
    if (!done.length) return null;
    return section(gettext("Just now"), {}, el("ul", { class: "just-now note" }, folded(done).map(doneLine)),
      this.end(turn, !isLive && turn.canUndo && done.some(canBeUndone)));
  }

  end(turn, canUndo) {
    const outcome = this.undone.get(turn.id);
    if (outcome) return el("div", { class: "panel-note note", role: "status" }, outcome.map((words) => el("p", {}, words)));
    return canUndo && button(gettext("Undo all of this"), () => this.undo(turn), { look: "undo", mark: "undo", at: "undo" });
  }

  async undo(turn) {
    this.say(turn, [gettext("Taking it back")]);
    try {
      this.say(turn, await undoTurn(turn));
    } catch (error) {
      this.undone.delete(turn.id); // allow another try
      this.onChange();
      toast(error.message);
    }
  }

  say(turn, words) {
    this.undone.set(turn.id, words);
    this.onChange();
  }
}

function doneLine(group) {
  const isLive = group.status === "started";
  return el("li", {}, isLive ? icon("mark", "s spin") : icon(group.status === "failed" ? "fail" : "check", "s"),
    el("span", { class: "grow", dir: "auto" }, `${operationWords(group)}: ${group.names.join(", ")}`));
}
