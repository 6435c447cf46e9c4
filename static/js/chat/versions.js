// The answers that one message has got: each retry writes another one, and the ones before it can be looked at. Pure.

/** All answers of `exchange`, the first one first; the last is that of its present turn. */
export const answersOf = ({ earlier, turn }) => [...earlier, ...(turn ? [turn] : [])];

/** The one that the page shows. */
export const shownAnswer = ({ lookedAt, turn }) => lookedAt ?? turn;

/** The one that the conversation goes on with: a try that said nothing takes nobody's place. */
export const standingAnswer = (exchange) => answersOf(exchange).findLast(({ text }) => text) ?? exchange.turn;

/** Make `turn` the present one of `exchange`; what the one before it said is kept. */
export function renew(exchange, turn) {
  const before = exchange.turn;
  Object.assign(exchange, { turn, lookedAt: null });
  if (before) keepEarlier(exchange, before);
}

/** Keep what an earlier turn said, in its order; one that said nothing is not worth a look. */
export function keepEarlier(exchange, turn) {
  if (!turn.text || exchange.earlier.some(({ id }) => id === turn.id)) return;
  exchange.earlier = [...exchange.earlier, turn].sort((a, b) => a.number - b.number);
}
