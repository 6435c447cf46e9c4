// Under an edited message: what the answers to its earlier words did stays done, and the way to take that back.
import { el } from "../shell/dom.js";
import { canTakeBack, leftSomething } from "./deeds.js";
import { button, replaceKeepingFocus } from "./section.js";
import { undoTurn } from "./undoing.js";

export class DeedsNote {
  constructor() {
    this.outcome = []; // sentences
    this.turns = [];
    this.node = el("div", { class: "deeds note", tabindex: "-1", hidden: true });
  }

  /** Tell of `turns`, the answers that give way or have given way to an edit. */
  update(turns) {
    if (idsOf(turns) !== idsOf(this.turns)) this.outcome = [];
    this.turns = turns;
    this.show();
  }

  show() {
    const left = this.turns.filter(leftSomething);
    const canUndo = left.some(canTakeBack);
    const key = JSON.stringify([left.length > 0, canUndo, this.outcome]);
    if (key === this.shown) return;
    this.shown = key;
    this.node.hidden = left.length + this.outcome.length === 0;
    replaceKeepingFocus(this.node, [
      ...(this.outcome.length ? [] : [el("span", {}, "What the earlier answer did stays done.")]),
      ...(canUndo ? [button("Undo all of it", () => this.undo(), { look: "quiet", mark: "undo", at: "undo" })] : []),
      el("div", { role: "status" }, this.outcome.map((words) => el("p", {}, words))),
    ]);
  }

  /** The newest first, since what came later may rest on what was before. */
  async undo() {
    this.say(["Taking it back"]);
    const told = [];
    try {
      for (const turn of this.turns.filter(canTakeBack).reverse()) told.push(...await undoTurn(turn));
    } catch (error) {
      told.push(error.message);
    }
    this.say(told);
  }

  say(sentences) {
    this.outcome = sentences;
    this.show();
  }
}

const idsOf = (turns) => turns.map(({ id }) => id).join();
