// Under an edited message: what the answers to its earlier words did stays done, and the way to take that back.
import { el } from "../shell/dom.js";
import { canTakeBack, didSomething } from "./deeds.js";
import { button, replaceKeepingFocus } from "./section.js";
import { undoTurn } from "./undoing.js";

export class DeedsNote {
  constructor() {
    this.outcome = []; // sentences
    this.node = el("div", { class: "deeds note", tabindex: "-1", hidden: true });
  }

  /** Tell of `turns`, the answers that give way or have given way to an edit. */
  update(turns) {
    this.turns = turns.filter(didSomething);
    this.show();
  }

  show() {
    const { turns, outcome } = this;
    const canUndo = turns.some(canTakeBack);
    const key = JSON.stringify([turns.length, canUndo, outcome]);
    if (key === this.shown) return;
    this.shown = key;
    this.node.hidden = turns.length === 0;
    const whose = turns.length > 1 ? "What the earlier answers did stays done." : "What the earlier answer did stays done.";
    replaceKeepingFocus(this.node, [
      el("span", {}, whose),
      ...(canUndo ? [button("Undo all of it", () => this.undo(), { look: "quiet", mark: "undo", at: "undo" })] : []),
      el("div", { role: "status" }, outcome.map((words) => el("p", {}, words))),
    ]);
  }

  /** The newest first, since the later ones may rest on the earlier ones. */
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
