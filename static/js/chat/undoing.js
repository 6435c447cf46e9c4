// Taking back what an answer changed in projects, and what came of it in words.
import { sendJson } from "./api.js";

/** Take back what `turn` changed in projects. Returns sentences; raises ApiError. */
export async function undoTurn(turn) {
  const words = outcomeWords(await sendJson("POST", `/api/v1/turns/${turn.id}/undo/`));
  turn.canUndo = false;
  return words;
}

function outcomeWords({ undone, left }) {
  const things = new Set(undone.filter(({ entity_type: type }) => type !== "edge").map(({ entity_id: id }) => id)).size;
  const back = undone.length ? `Taken back: ${things === 1 ? "1 thing is" : `${things} things are`} as before.` : "Nothing was taken back.";
  return left.length ? [back, "Left as it is:", ...left] : [back];
}
