// What an answer did that is still done, beyond saying something: an edit of its question does not take it back. Pure.
import { canBeUndone } from "./operations.js";

const CHANGES = new Set(["create", "update", "delete", "move"]);
const LOOKS = /^(calculate|calendar_list_|convert_|date_|get_|list_|read_|search_|web_|work_on_)/; // tools that only look

/** True where something of what `turn` did stands as it left it: in projects as far as that is known, elsewhere for good. */
export const leftSomething = (turn) => canTakeBack(turn) || didElsewhere(turn);

/** True where some of what `turn` did can be taken back. */
export const canTakeBack = ({ canUndo, operations }) => canUndo && operations.some(canBeUndone);

/** A tool that tells of no operation and is not known to only look counts as one that did something. */
function didElsewhere({ operations, files, tools }) {
  const isTold = (call) => operations.some((one) => one.call_id === call.call_id);
  return files.length > 0
    || operations.some((one) => one.status === "done" && CHANGES.has(one.action) && !canBeUndone(one))
    || tools.some((call) => call.ok && !LOOKS.test(call.tool) && !isTold(call));
}
