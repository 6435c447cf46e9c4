// The answers that one message has got, as it was first said and as it was edited: each retry and each edit writes another
// one, and the ones before it can be looked at, with the words that they answer. Pure.

/** All answers of `exchange`, the first one first; the last is that of its present turn. */
export const answersOf = ({ earlier, turn }) => [...earlier, ...(turn ? [turn] : [])];

/** The one that the page shows. */
export const shownAnswer = ({ lookedAt, turn }) => lookedAt ?? turn;

/** What the person said there: the words that the shown answer belongs to, as `content`, `attachments` and `at`. */
export const shownQuestion = (exchange) => exchange.past.get(shownAnswer(exchange)?.messageId) ?? exchange;

/** The one that the conversation goes on with: a try that said nothing takes nobody's place, an edit takes all. */
export const standingAnswer = (exchange) =>
  answersOf(exchange).findLast(({ text, messageId }) => text && messageId === exchange.id) ?? exchange.turn;

/** The answers to what `exchange` said before it was edited. */
export const answersBeforeEdit = (exchange) => exchange.earlier.filter(({ messageId }) => messageId !== exchange.id);

/** Let `exchange` say something else from now on; what it said until now stays with the answers to that. */
export function reword(exchange, { id, content, attachments, at }) {
  exchange.past.set(exchange.id, { content: exchange.content, attachments: exchange.attachments, at: exchange.at });
  Object.assign(exchange, { id, content, attachments, at });
}

/** Make `turn` the present one of `exchange`; what the one before it said is kept. */
export function renew(exchange, turn) {
  const before = exchange.turn;
  Object.assign(exchange, { turn, lookedAt: null });
  if (before) keepEarlier(exchange, before);
}

/** Keep what an earlier turn said, in its order; one that said nothing is worth a look only for other words of the person. */
export function keepEarlier(exchange, turn) {
  if (!turn.text && turn.messageId === exchange.id) return;
  if (exchange.earlier.some(({ id }) => id === turn.id)) return;
  exchange.earlier = [...exchange.earlier, turn].sort((a, b) => a.number - b.number);
}
