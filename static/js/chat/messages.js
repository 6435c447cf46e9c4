// Stored messages, as the API and the page's first data give them, become exchanges of the transcript.
import { sayAnew } from "./edited.js";
import { insert, newTurn } from "./state.js";
import { keepEarlier, renew } from "./versions.js";
import { storedWork } from "./work.js";

/** Add `messages` (any order) to `transcript`; a page of older ones may complete an exchange cut by the page's edge. */
export function addStoredMessages(transcript, messages) {
  const inOrder = [...messages].sort((a, b) => a.sequence - b.sequence);
  inOrder.toReversed().forEach((message) => nameFormer(transcript, message));
  for (const message of inOrder) {
    if (message.role === "user") addQuestion(transcript, message);
    else if (message.role === "assistant") addAnswer(transcript, message);
  }
}

function addQuestion(transcript, message) {
  const { id, content, sequence, created_at: at } = message;
  const said = { id, content, attachments: message.metadata?.attachments ?? [], at };
  const known = transcript.byMessage.get(id);
  if (!known) return addNewQuestion(transcript, message, said);
  if (known.id !== id) known.past.set(id, said); // it was edited since
  else if (known.content === null) Object.assign(known, said);
  else return;
  known.sequence = Math.min(known.sequence, sequence);
  if (known.id === id) presentTurn(transcript, known, message);
}

/** A message that is not known: in the place of an earlier one where it is an edit, else at its own. */
function addNewQuestion(transcript, message, said) {
  const edited = transcript.byMessage.get(message.parent_id);
  const exchange = edited
    ? sayAnew(transcript, edited, said)
    : insert(transcript, { ...said, sequence: message.sequence, delivery: "sent", failure: null, turn: null });
  nameFormer(transcript, message);
  presentTurn(transcript, exchange, message);
}

/** What a known edit took the place of belongs to its exchange, also where it comes with the page before. */
function nameFormer(transcript, { id, role, parent_id: former }) {
  const exchange = transcript.byMessage.get(id);
  if (exchange && role === "user" && former) transcript.byMessage.set(former, exchange);
}

function presentTurn(transcript, exchange, message) {
  if (message.turn && message.turn.id !== exchange.turn?.id) present(transcript, exchange, turnOf(message.turn, message.id));
}

function addAnswer(transcript, message) {
  const exchange = exchangeOf(transcript, message);
  const turn = answeredTurn(message);
  const shown = exchange.turn;
  if (shown?.id === turn.id && shown.answerId) return;
  if (shown?.id === turn.id) exchange.turn = turn;
  else if (!shown || (exchange.content === null && turn.number > shown.number)) present(transcript, exchange, turn);
  else keepEarlier(exchange, turn);
}

function present(transcript, exchange, turn) {
  renew(exchange, turn);
  transcript.byTurn.set(turn.id, exchange);
}

const askedBy = (answer) => answer.parent_id ?? `before-${answer.id}`;

/** The exchange of an answer; its message may come with the page before. */
function exchangeOf(transcript, answer) {
  const asked = askedBy(answer);
  const known = transcript.byMessage.get(asked);
  return known ?? insert(transcript, {
    id: asked, content: null, attachments: [], at: answer.created_at, sequence: answer.sequence,
    delivery: "sent", failure: null, turn: null,
  });
}

function answeredTurn(message) {
  const { intent, options, wizard, operations, error, grounding } = message.metadata ?? {};
  return Object.assign(message.turn ? turnOf(message.turn) : newTurn(message.id, "completed"), {
    messageId: askedBy(message), text: message.content, answerId: message.id, at: message.created_at,
    intent: intent ?? null, options: options ?? null, wizard: wizard ?? null, operations: operations ?? [], error: error ?? null,
    grounding: grounding ?? null, canUndo: message.turn?.can_undo ?? false,
    ...storedWork(message.metadata),
  });
}

function turnOf(stored, messageId) {
  const turn = newTurn(stored.id, stored.status);
  turn.messageId = messageId;
  turn.number = stored.number;
  turn.receiptId = stored.receipt_id ?? "";
  turn.usage = {
    tokens: stored.tokens, cost: stored.cost, model: stored.model,
    first_text_ms: stored.first_text_ms, duration_ms: stored.duration_ms,
  };
  return turn;
}
