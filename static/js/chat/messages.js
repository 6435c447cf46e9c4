// Stored messages, as the API and the page's first data give them, become exchanges of the transcript.
import { insert, newTurn } from "./state.js";
import { storedWork } from "./work.js";

/** Add `messages` (any order) to `transcript`; a page of older ones may complete an exchange cut by the page's edge. */
export function addStoredMessages(transcript, messages) {
  const inOrder = [...messages].sort((a, b) => a.sequence - b.sequence);
  for (const message of inOrder) {
    if (message.role === "user") addQuestion(transcript, message);
    else if (message.role === "assistant" && message.status !== "superseded") addAnswer(transcript, message);
  }
}

function addQuestion(transcript, message) {
  if (transcript.byMessage.has(message.id)) return;
  const said = {
    id: message.id, content: message.content, attachments: message.metadata?.attachments ?? [],
    at: message.created_at, sequence: message.sequence,
  };
  const cut = message.turn && transcript.byTurn.get(message.turn.id);
  if (cut) {
    Object.assign(cut, said);
    transcript.byMessage.set(message.id, cut);
    return;
  }
  insert(transcript, { ...said, delivery: "sent", failure: null, turn: message.turn ? turnOf(message.turn) : null });
}

function addAnswer(transcript, message) {
  const exchange = exchangeOf(transcript, message);
  if (exchange.turn?.answerId) return;
  const turn = message.turn ? turnOf(message.turn) : newTurn(message.id, "completed");
  const { intent, options, wizard, operations, error, grounding } = message.metadata ?? {};
  exchange.turn = Object.assign(turn, {
    text: message.content, answerId: message.id, at: message.created_at,
    intent: intent ?? null, options: options ?? null, wizard: wizard ?? null, operations: operations ?? [], error: error ?? null,
    grounding: grounding ?? null, canUndo: message.turn?.can_undo ?? false,
    ...storedWork(message.metadata),
  });
  transcript.byTurn.set(turn.id, exchange);
}

function exchangeOf(transcript, answer) {
  const known = answer.turn && transcript.byTurn.get(answer.turn.id);
  if (known) return known;
  return insert(transcript, {
    id: `before-${answer.id}`, content: null, attachments: [], at: answer.created_at, sequence: answer.sequence,
    delivery: "sent", failure: null, turn: null,
  });
}

function turnOf(stored) {
  const turn = newTurn(stored.id, stored.status);
  turn.receiptId = stored.receipt_id ?? "";
  turn.usage = {
    tokens: stored.tokens, cost: stored.cost, model: stored.model,
    first_text_ms: stored.first_text_ms, duration_ms: stored.duration_ms,
  };
  return turn;
}
