// What the last answer did in projects, and the way to take all of it back.
import { el, icon } from "../shell/dom.js";
import { canBeUndone, folded, isInProjects, operationWords } from "./operations.js";
import { button, section } from "./section.js";
import { toast } from "./toast.js";
import { undoTurn } from "./undoing.js";

export class JustNow {
  constructor(onChange) {
    this.onChange = onChange;
    this.undone = new Map(); // by turn: what came of it, in words
  }

  /** Return the section for `turn`, or nothing where it did nothing in projects. */
  node(turn, isLive) {
    const done = turn ? turn.operations.filter(isInProjects) : [];
    if (!done.length) return null;
    return section("Just now", {}, el("ul", { class: "just-now note" }, folded(done).map(line)),
      this.end(turn, !isLive && turn.canUndo && done.some(canBeUndone)));
  }

  end(turn, canUndo) {
    const outcome = this.undone.get(turn.id);
    if (outcome) return el("div", { class: "panel-note note", role: "status" }, outcome.map((words) => el("p", {}, words)));
    return canUndo && button("Undo all of this", () => this.undo(turn), { look: "undo", mark: "undo", at: "undo" });
  }

  async undo(turn) {
    this.say(turn, ["Taking it back"]);
    try {
      this.say(turn, await undoTurn(turn));
    } catch (error) {
      this.undone.delete(turn.id); // it can be tried again
      this.onChange();
      toast(error.message);
    }
  }

  say(turn, words) {
    this.undone.set(turn.id, words);
    this.onChange();
  }
}

function line(group) {
  const isLive = group.status === "started";
  return el("li", {}, isLive ? icon("mark", "s spin") : icon(group.status === "failed" ? "fail" : "check", "s"),
    el("span", { class: "grow", dir: "auto" }, `${operationWords(group)}: ${group.names.join(", ")}`));
}
