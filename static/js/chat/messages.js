// Stored messages, as the API and the page's first data give them, become exchanges of the transcript.
import { insert, newTurn } from "./state.js";
import { keepEarlier, renew } from "./versions.js";
import { storedWork } from "./work.js";

/** Add `messages` (any order) to `transcript`; a page of older ones may complete an exchange cut by the page's edge. */
export function addStoredMessages(transcript, messages) {
  const inOrder = [...messages].sort((a, b) => a.sequence - b.sequence);
  for (const message of inOrder) {
    if (message.role === "user") addQuestion(transcript, message);
    else if (message.role === "assistant") addAnswer(transcript, message);
  }
}

function addQuestion(transcript, message) {
  const known = transcript.byMessage.get(message.id);
  if (known && known.content !== null) return;
  const said = {
    id: message.id, content: message.content, attachments: message.metadata?.attachments ?? [],
    at: message.created_at, sequence: message.sequence,
  };
  const turn = message.turn ? turnOf(message.turn) : null;
  if (!known) return insert(transcript, { ...said, delivery: "sent", failure: null, turn });
  Object.assign(known, said);
  if (turn && turn.id !== known.turn.id) present(transcript, known, turn);
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

/** The exchange of an answer; its message may come with the page before. */
function exchangeOf(transcript, answer) {
  const asked = answer.parent_id ?? `before-${answer.id}`;
  const known = transcript.byMessage.get(asked);
  return known ?? insert(transcript, {
    id: asked, content: null, attachments: [], at: answer.created_at, sequence: answer.sequence,
    delivery: "sent", failure: null, turn: null,
  });
}

function answeredTurn(message) {
  const { intent, options, wizard, operations, error, grounding } = message.metadata ?? {};
  return Object.assign(message.turn ? turnOf(message.turn) : newTurn(message.id, "completed"), {
    text: message.content, answerId: message.id, at: message.created_at,
    intent: intent ?? null, options: options ?? null, wizard: wizard ?? null, operations: operations ?? [], error: error ?? null,
    grounding: grounding ?? null, canUndo: message.turn?.can_undo ?? false,
    ...storedWork(message.metadata),
  });
}

function turnOf(stored) {
  const turn = newTurn(stored.id, stored.status);
  turn.number = stored.number;
  turn.receiptId = stored.receipt_id ?? "";
  turn.usage = {
    tokens: stored.tokens, cost: stored.cost, model: stored.model,
    first_text_ms: stored.first_text_ms, duration_ms: stored.duration_ms,
  };
  return turn;
}
