// What other tabs have said in this conversation while nobody listened here.
import { oneAtATime } from "../shell/one_at_a_time.js";
import { getJson } from "./api.js";

/** Return a function that takes the turns of `conversation` that are not known here. */
export const catchingUp = (conversation) => oneAtATime(async () => {
  if (!conversation.id) return;
  const asked = await unheard(conversation).catch(() => []); // without a connection it is asked again with that
  for (const message of asked) conversation.begunElsewhere(frameOf(message));
});

/** The newest questions, back to the first that is known with its turn, in their order. */
async function unheard({ id, transcript }, before = "") {
  const { results, next } = await getJson(`/api/v1/conversations/${id}/messages/?limit=50${before}`);
  const isKnown = ({ turn }) => transcript.byTurn.has(turn?.id);
  const earlier = next && !results.some(isKnown) ? await unheard({ id, transcript }, `&before=${next}`) : [];
  return [...earlier, ...results.filter((message) => message.role === "user" && message.turn && !isKnown(message))];
}

const frameOf = ({ id, parent_id: parent, content, metadata, turn, created_at: at }) =>
  ({ turn_id: turn.id, message_id: id, parent_id: parent, content, attachments: metadata?.attachments, at });
