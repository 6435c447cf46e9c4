// The transcript: exchanges in order, each a message of the person and the turn that answers it.
// Pure: frames and stored messages go in, plain objects come out. No DOM, no network.
import { acceptEdit, findEdit, sayAnew } from "./edited.js";
import { renew } from "./versions.js";
import { APPLY_WORK, noWork } from "./work.js";

export const RUNNING = new Set(["queued", "running"]);

export function createTranscript() {
  return { exchanges: [], byMessage: new Map(), byTurn: new Map() };
}

/** A message that was just written here, not yet acknowledged. */
export function addOwnMessage(transcript, { id, content, at, attachments = [] }) {
  return insert(transcript, { id, content, attachments, at, sequence: Infinity, delivery: "sending", failure: null, turn: null });
}

/** The server has stored message or request `frame.id`; its turn exists from now on. Returns the exchange or null. */
export function accept(transcript, frame, at) {
  const exchange = transcript.byMessage.get(frame.message_id) ?? transcript.byMessage.get(frame.id)
    ?? acceptEdit(transcript, frame.message_id, at);
  if (!exchange) return null;
  if (exchange.past.has(frame.message_id)) return exchange; // edited again since
  exchange.delivery = "sent";
  exchange.failure = null;
  exchange.stored = frame.stored;
  transcript.byMessage.set(frame.message_id, exchange);
  giveTurn(transcript, exchange, frame.turn_id, frame.status);
  return exchange;
}

/** Another tab had a message accepted in this conversation. Returns the exchange if its turn is new here. */
export function acceptElsewhere(transcript, frame, at) {
  if (transcript.byTurn.has(frame.turn_id)) return null;
  const known = transcript.byMessage.get(frame.message_id);
  if (known?.delivery === "sending" || findEdit(transcript, frame.message_id)) return null; // our own; `accepted` follows
  if (known?.past.has(frame.message_id)) return null; // edited again since
  const said = { id: frame.message_id, content: frame.content, attachments: frame.attachments ?? [], at };
  const edited = transcript.byMessage.get(frame.parent_id);
  const exchange = known ?? (edited
    ? sayAnew(transcript, edited, said)
    : insert(transcript, { ...said, sequence: Infinity, delivery: "sent", failure: null, turn: null }));
  giveTurn(transcript, exchange, frame.turn_id, "queued");
  return exchange;
}

/** Take one event of a turn. Returns the exchange that changed, or null for a stranger or a repeat. */
export function applyEvent(transcript, event) {
  const exchange = transcript.byTurn.get(event.turn_id);
  const turn = exchange?.turn;
  if (!turn || turn.id !== event.turn_id || event.seq <= turn.lastSeq) return null;
  Object.assign(turn, { lastSeq: event.seq, lastAt: event.at });
  APPLY[event.type]?.(turn, event.data, event);
  return exchange;
}

/** Forget a message that never became a turn, or was withdrawn before it ran. */
export function removeExchange(transcript, exchange) {
  transcript.exchanges = transcript.exchanges.filter((other) => other !== exchange);
  for (const index of [transcript.byMessage, transcript.byTurn]) {
    for (const [key, value] of index) if (value === exchange) index.delete(key);
  }
}

/** Give `exchange` a fresh turn, the newest; what an earlier one said can still be looked at. */
export function giveTurn(transcript, exchange, id, status) {
  if (exchange.turn?.id === id) return;
  renew(exchange, Object.assign(newTurn(id, status), { messageId: exchange.id }));
  transcript.byTurn.set(id, exchange);
}

export function newTurn(id, status) {
  return {
    id, status, lastSeq: 0, lastAt: null, at: null, phase: null, intent: null, text: "", operations: [], wizard: null,
    options: null, error: null, stored: true, degraded: "", usage: null, receiptId: "", context: null, grounding: null, answerId: null,
    canUndo: true, number: Number.MAX_SAFE_INTEGER, messageId: null, // the words that it answers
    ...noWork(),
  };
}

/**
 * Put `exchange` where its sequence belongs and index it. `past` is what it said before, by message; `edit` is being
 * written: {id (once it is sent), content, failure}.
 */
export function insert(transcript, exchange) {
  const { exchanges } = transcript;
  Object.assign(exchange, { earlier: [], lookedAt: null, past: new Map(), edit: null });
  let at = exchanges.length;
  while (at > 0 && exchanges[at - 1].sequence > exchange.sequence) at -= 1;
  exchanges.splice(at, 0, exchange);
  transcript.byMessage.set(exchange.id, exchange);
  if (exchange.turn) transcript.byTurn.set(exchange.turn.id, exchange);
  return exchange;
}

/** The turn that is being answered: the first that has not ended. */
export const currentTurn = (transcript) => transcript.exchanges.find((one) => one.turn && RUNNING.has(one.turn.status))?.turn ?? null;

/** True for what the person said last, once it has its answer: it can be said in other words. */
export function canBeEdited(transcript, exchange) {
  const isLast = transcript.exchanges.findLast(({ content }) => content !== null) === exchange;
  return isLast && exchange.turn !== null && currentTurn(transcript) === null;
}

/** True for a message that waits while an earlier one is answered: it stands above the composer, not in the log. */
export function isWaiting(transcript, exchange) {
  if (exchange.turn?.status !== "queued") return false;
  const before = transcript.exchanges.slice(0, transcript.exchanges.indexOf(exchange));
  return before.some((one) => one.turn && RUNNING.has(one.turn.status));
}

const APPLY = {
  ...APPLY_WORK,
  session(turn, data, event) {
    // A turn that another process takes up begins anew.
    Object.assign(turn, { status: "running", at: event.at, degraded: data.degraded ?? "", text: "" });
  },
  agent_state: (turn, data) => { turn.phase = data; },
  intent: (turn, data) => { turn.intent = data; },
  context_usage: (turn, data) => { Object.assign(turn, { receiptId: data.receipt_id ?? "", context: data }); },
  grounding: (turn, data) => { turn.grounding = data; },
  text_delta: (turn, data) => { turn.text += data.text; },
  operation: (turn, data) => { turn.operations = upsertOperation(turn.operations, data); },
  tool_result(turn, data) {
    APPLY_WORK.tool_result(turn, data);
    turn.operations = ended(turn.operations, (one) => one.call_id === data.call_id);
  },
  wizard: (turn, data) => { turn.wizard = data; },
  options: (turn, data) => { turn.options = data; },
  error: (turn, data) => { turn.error = data; },
  done(turn, data) {
    Object.assign(turn, {
      operations: ended(turn.operations, () => true),
      status: data.finish_reason, phase: null, stored: data.stored, usage: data.usage, answerId: data.message_id,
    });
  },
};

function upsertOperation(operations, data) {
  const isSame = data.call_id
    ? (one) => one.call_id === data.call_id
    : (one) => one.action === data.action && one.entity_type === data.entity_type;
  const at = operations.findIndex((one) => one.status === "started" && isSame(one));
  return at < 0 ? [...operations, data] : operations.with(at, data);
}

/** Operations without those that were started and of which nothing more will come; the same list where there are none. */
function ended(operations, isOver) {
  const isLeft = (one) => one.status === "started" && isOver(one);
  return operations.some(isLeft) ? operations.filter((one) => !isLeft(one)) : operations;
}
