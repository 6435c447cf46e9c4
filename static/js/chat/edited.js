// What the person said last, said in other words: before the server has them, and from then on. Pure.
import { reword } from "./versions.js";

/** The exchange whose edit was sent as message `id`, or null. */
export const findEdit = (transcript, id) => transcript.exchanges.find(({ edit }) => edit?.id === id) ?? null;

/** The edit that was sent as message `id` is stored. Returns its exchange, or null where none was sent here. */
export function acceptEdit(transcript, id, at) {
  const exchange = findEdit(transcript, id);
  if (!exchange) return null;
  const { content } = exchange.edit;
  exchange.edit = null;
  return sayAnew(transcript, exchange, { id, content, attachments: exchange.attachments, at });
}

/** Let `exchange` say something else from now on, as message `said.id`. Returns it. */
export function sayAnew(transcript, exchange, said) {
  reword(exchange, said);
  transcript.byMessage.set(said.id, exchange);
  return exchange;
}
