// The panel's first tab: the project that the chat is about, live.
import { dayWords, isPast, pagePath, stateWords } from "../projects/words.js";
import { el, icon } from "../shell/dom.js";
import { DocumentTree } from "./document_tree.js";
import { JustNow } from "./just_now.js";
import { touchedBy } from "./operations.js";
import { button, emptyNote, problem, replaceKeepingFocus, section, waitingNote } from "./section.js";
import { markOf, openThings } from "./things.js";

export class ProjectPanel {
  /** `lastTurn()` tells {turn, isLive}; `write(words)` puts words into the composer; `choose()` opens the choice of a focus. */
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

  /** Show it anew if the turn that is at work here has gone on. */
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
    if (isGone) return [emptyNote("This project is in the trash, or it is gone. Nothing of this chat is lost.")];
    if (error) return [problem(error, () => this.workspace.load())];
    if (root === null) return [waitingNote("Fetching the project")];
    return [this.documents(touched), this.things(touched), this.wayOut()];
  }

  nowhere() {
    const words = "This chat is about everything. In a project I know its documents and tasks, and what I change shows here.";
    return el("div", { class: "panel-note" }, el("p", { class: "note" }, words), button("Choose a project", this.choose, { mark: "scope", at: "choose" }));
  }

  documents(touched) {
    const { root, projectId } = this.workspace;
    const act = { mark: "plus", label: "Have a document written", run: () => this.write("Write a document about ") };
    const tree = root.length ? this.tree.nodes({ root, projectId, about: this.focus.value.id, touched }) : emptyNote("No documents yet.");
    return section("Documents", { act }, tree);
  }

  things(touched) {
    const open = openThings(this.workspace.things());
    const act = { mark: "plus", label: "Have a task added", run: () => this.write("Add a task: ") };
    const list = open.length ? el("ul", {}, open.map((thing) => this.thing(thing, touched))) : emptyNote("Nothing is open here.");
    return section("Tasks and goals", { act }, list);
  }

  thing(thing, touched) {
    const doing = touched.get(thing.id);
    return el("li", {}, el("a", {
      class: doing ? "node live" : "node", href: pagePath(thing.project_id, thing.kind, thing.id),
      "data-at": thing.id, "aria-current": thing.id === this.focus.value.id ? "true" : null,
    }, icon(markOf(thing)), el("span", { class: "clip", dir: "auto" }, thing.title), doing ? el("span", { class: "meta" }, doing) : standing(thing)));
  }

  wayOut() {
    const words = this.workspace.hasMore ? "All of the project" : "Open the project";
    const href = `/projects/${this.workspace.projectId}/`;
    return el("section", {}, el("a", { class: "node note", href, "data-at": "project" }, words, icon("right", "s flip")));
  }
}

/** How a thing stands: what is due says when, and whether that is past, all else its state. */
function standing({ due_on: due, state }) {
  if (!due) return el("span", { class: "tag" }, stateWords(state));
  return isPast(due) ? el("span", { class: "tag warn" }, `late, ${dayWords(due)}`) : el("span", { class: "meta" }, dayWords(due));
}
