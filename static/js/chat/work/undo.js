// What answers did in projects and elsewhere that still stands, and taking it back.
import { el } from "../../shell/dom.js";
import { gettext, ngettext } from "../../shell/language.js";
import { canBeUndone } from "../operations.js";
import { button, replaceKeepingFocus } from "../side_panel/sections.js";
import { sendJson } from "../transport.js";

// What an answer did that is still done, beyond saying something: an edit of its question does not take it back. Pure.

const CHANGES = new Set(["create", "update", "delete", "move"]);
const LOOKS = /^(calculate|calendar_list_|convert_|date_|get_|list_|read_|search_|web_|work_on_)/; // tools that only look

/** True where something of what `turn` did stands as it left it: in projects as far as that is known, elsewhere for good. */
export const leftSomething = (turn) => canTakeBack(turn) || didElsewhere(turn);

/** True where some of what `turn` did can be taken back. */
const canTakeBack = ({ canUndo, operations }) => canUndo && operations.some(canBeUndone);

/** A tool that tells of no operation and is not known to only look counts as one that did something. */
function didElsewhere({ operations, files, tools }) {
  const isTold = (call) => operations.some((one) => one.call_id === call.call_id);
  return files.length > 0
    || operations.some((one) => one.status === "done" && CHANGES.has(one.action) && !canBeUndone(one))
    || tools.some((call) => call.ok && !LOOKS.test(call.tool) && !isTold(call));
}

// Taking back what an answer changed in projects, and what came of it in words.

/** Take back what `turn` changed in projects. Returns sentences; raises ApiError. */
export async function undoTurn(turn) {
  const words = outcomeWords(await sendJson("POST", `/api/v1/turns/${turn.id}/undo/`));
  turn.canUndo = false;
  return words;
}

function outcomeWords({ undone, left }) {
  const things = new Set(undone.filter(({ entity_type: type }) => type !== "edge").map(({ entity_id: id }) => id)).size;
  const back = undone.length
    ? ngettext("Taken back: {count} thing is as before.", "Taken back: {count} things are as before.", things) : gettext("Nothing was taken back.");
  return left.length ? [back, gettext("Left as it is:"), ...left] : [back];
}

// Under an edited message: what the answers to its earlier words did stays done, and the way to take that back.

export class SideEffectsNote {
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
      ...(this.outcome.length ? [] : [el("span", {}, gettext("What the earlier answer did stays done."))]),
      ...(canUndo ? [button(gettext("Undo all of it"), () => this.undo(), { look: "quiet", mark: "undo", at: "undo" })] : []),
      el("div", { role: "status" }, this.outcome.map((words) => el("p", {}, words))),
    ]);
  }

  /** The newest first, since what came later may rest on what was before. */
  async undo() {
    this.say([gettext("Taking it back")]);
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
