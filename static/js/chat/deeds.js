// What answers did, beyond saying something: it stays done when their question is edited. Pure.
import { canBeUndone } from "./operations.js";

const LOOKING = new Set(["read", "list", "search"]);
const LOOKS = /^(calculate|calendar_list_|convert_|date_|get_|list_|read_|search_|web_|work_on_)/; // tools that only look

/** True for a turn that changed, wrote, ran or sent something; a tool that is not known counts as one that did. */
export function didSomething({ operations, files, tools }) {
  return operations.some(({ action, status }) => status === "done" && !LOOKING.has(action))
    || files.length > 0 || tools.some(({ ok, tool }) => ok && !LOOKS.test(tool));
}

/** True where some of what `turn` did can be taken back. */
export const canTakeBack = ({ canUndo, operations }) => canUndo && operations.some(canBeUndone);
