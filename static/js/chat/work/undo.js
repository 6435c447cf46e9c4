// Remaining effects of answers in projects and elsewhere, and undoing them.
import { el } from "../../shell/dom.js";
import { gettext, ngettext } from "../../shell/language.js";
import { canBeUndone } from "../operations.js";
import { button, replaceKeepingFocus } from "../side_panel/sections.js";
import { sendJson } from "../transport.js";

// An answer's remaining effects, which editing its question does not undo. Pure.

const CHANGES = new Set(["create", "update", "delete", "move"]);
const LOOKS = /^(calculate|calendar_list_|convert_|date_|get_|list_|read_|search_|web_|work_on_)/; // read-only tools

/** True if any effect of `turn` remains: in projects unless known to be undone, elsewhere always. */
export const leftSomething = (turn) => canTakeBack(turn) || didElsewhere(turn);

/** True if some effects of `turn` can be undone. */
const canTakeBack = ({ canUndo, operations }) => canUndo && operations.some(canBeUndone);

/** A tool without operations that isn't known as read-only counts as having an effect. */
function didElsewhere({ operations, files, tools }) {
  const isTold = (call) => operations.some((one) => one.call_id === call.call_id);
  return files.length > 0
    || operations.some((one) => one.status === "done" && CHANGES.has(one.action) && !canBeUndone(one))
    || tools.some((call) => call.ok && !LOOKS.test(call.tool) && !isTold(call));
}

// Undoing an answer's project changes, and the result in words.

/** Undo the project changes of `turn`. Returns sentences; throws ApiError. */
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

// Under an edited message: the remaining effects of its earlier answers, with an Undo.

export class SideEffectsNote {
  constructor() {
    this.outcome = []; // sentences
    this.turns = [];
    this.node = el("div", { class: "deeds note", tabindex: "-1", hidden: true });
  }

  /** Show `turns`, the answers that an edit supersedes. */
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

  /** Newest first, since later changes may depend on earlier ones. */
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
