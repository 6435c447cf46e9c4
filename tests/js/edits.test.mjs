// The last message in other words: here, in another tab, after a reload, refused. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, addStoredMessages } from "../../static/js/chat/transcript/conversation.js";
import {
  answersOf, canBeEdited, createTranscript, newTurn, shownQuestion, standingAnswer,
} from "../../static/js/chat/transcript/state.js";
import { Outbox } from "../../static/js/chat/transport.js";
import { leftSomething } from "../../static/js/chat/work/undo.js";
import { FakeStorage, installBrowser } from "./browser.mjs";

installBrowser();
globalThis.document.getElementById = () => null; // nobody listens to what is announced
const AT = "2026-11-21T09:02:11.482Z";
const event = (seq, type, data = {}, turn = "t1") => ({ seq, type, data, turn_id: turn, at: AT });
const done = (seq, turn) => event(seq, "done", { finish_reason: "completed" }, turn);
const accepted = (id, turn) => ({ type: "accepted", id, message_id: id, turn_id: turn, status: "running", stored: true });
const told = (id, turn, former, content) => ({
  type: "turn", message_id: id, turn_id: turn, parent_id: former, content, conversation_id: "c1", attachments: [],
});
const file = { id: "f1", name: "points.csv" };

/** A conversation in which "One" was said with a file, and answered. */
function talk() {
  const sent = [];
  const outbox = new Outbox("c1", new FakeStorage());
  const socket = { outbox, send: (frame) => sent.push(frame), sendSurely: (frame) => { outbox.put(frame); sent.push(frame); } };
  const conversation = new Conversation({ id: "c1", transcript: createTranscript(), socket });
  conversation.say("One", [file]);
  const [exchange] = conversation.transcript.exchanges;
  conversation.receive(accepted(exchange.id, "t1"));
  answer(conversation, "t1", "First");
  return { conversation, exchange, sent, first: exchange.id };
}

function answer(conversation, turn, text) {
  for (const one of [event(1, "text_delta", { text }, turn), done(2, turn)]) conversation.receive(one);
}

function edited(content = "Two") {
  const made = talk();
  made.conversation.edits.begin(made.exchange);
  made.conversation.edits.send(made.exchange, content);
  return { ...made, frame: made.sent.at(-1) };
}

const texts = (exchange) => answersOf(exchange).map(({ text }) => text);
const questions = (exchange) => answersOf(exchange).map((turn) => shownQuestion({ ...exchange, lookedAt: turn }).content);

test("an edit names the turn and waits in its place until the server has it", () => {
  const { conversation, exchange, frame, first } = edited();
  assert.deepEqual({ ...frame, id: "" }, { type: "edit", id: "", turn_id: "t1", content: "Two" });
  assert.deepEqual([exchange.content, exchange.edit.id], ["One", frame.id]);
  conversation.receive(told(frame.id, "t2", first, "Two")); // `accepted` follows
  assert.equal(exchange.content, "One");
  conversation.receive(accepted(frame.id, "t2"));
  assert.deepEqual([exchange.content, exchange.edit, exchange.turn.id], ["Two", null, "t2"]);
  assert.deepEqual(exchange.attachments, [file]);
});

test("what was said before is looked at with the answer to it", () => {
  const { conversation, exchange, frame } = edited();
  conversation.receive(accepted(frame.id, "t2"));
  answer(conversation, "t2", "Second");
  assert.deepEqual(texts(exchange), ["First", "Second"]);
  assert.deepEqual(questions(exchange), ["One", "Two"]);
  conversation.look(exchange, exchange.earlier[0]);
  assert.deepEqual(shownQuestion(exchange).attachments, [file]);
});

test("the talk goes on from the new words also where their answer said nothing", () => {
  const { conversation, exchange, frame } = edited();
  conversation.receive(accepted(frame.id, "t2"));
  conversation.receive(event(1, "done", { finish_reason: "failed" }, "t2"));
  assert.equal(standingAnswer(exchange).id, "t2");
});

test("what got no answer can be looked at once it was edited", () => {
  const { conversation, exchange, frame } = edited();
  exchange.turn.text = "";
  conversation.receive(accepted(frame.id, "t2"));
  assert.deepEqual(questions(exchange), ["One", "Two"]);
});

test("a refused edit stays where it was written, with the reason, and can be sent again or left", () => {
  const { conversation, exchange, sent, frame } = edited();
  conversation.receive({ type: "error", id: frame.id, code: "not_last", message: "Not the last." });
  assert.deepEqual([exchange.content, exchange.edit.content, exchange.edit.id], ["One", "Two", null]);
  assert.equal(exchange.edit.failure.message, "Not the last.");
  assert.equal(conversation.socket.outbox.all().length, 0);
  conversation.edits.send(exchange, "Two");
  assert.notEqual(sent.at(-1).id, frame.id);
  conversation.edits.leave(exchange);
  assert.equal(exchange.edit, null);
});

test("another tab shows the new words, and an older edit that comes late changes nothing", () => {
  const { conversation, exchange, first } = talk();
  conversation.receive(told("m2", "t2", first, "Two"));
  conversation.receive(told("m3", "t3", "m2", "Three"));
  conversation.receive({ ...told("m2", "t2b", first, "Two") });
  conversation.receive(accepted("m2", "t2"));
  assert.deepEqual([exchange.content, exchange.turn.id, exchange.id], ["Three", "t3", "m3"]);
  assert.equal(conversation.transcript.exchanges.length, 1);
});

test("only what was said last is edited, and only at rest", () => {
  const { conversation, exchange } = talk();
  const { transcript } = conversation;
  assert.equal(canBeEdited(transcript, exchange), true);
  conversation.say("More");
  assert.equal(canBeEdited(transcript, exchange), false);
  const second = transcript.exchanges[1];
  assert.equal(canBeEdited(transcript, second), false);
  conversation.receive(accepted(second.id, "t2"));
  assert.equal(canBeEdited(transcript, second), false);
  conversation.receive(done(1, "t2"));
  assert.equal(canBeEdited(transcript, second), true);
});

test("an edit that was not acknowledged before a reload is waited for after it", () => {
  const { conversation, exchange } = talk();
  conversation.restore([{ type: "edit", id: "m2", turn_id: "t1", content: "Two" }]);
  assert.deepEqual([exchange.edit.id, exchange.edit.content], ["m2", "Two"]);
  conversation.receive(accepted("m2", "t2"));
  conversation.restore([{ type: "edit", id: "m2", turn_id: "t1", content: "Two" }]); // it came through
  assert.deepEqual([exchange.content, exchange.edit], ["Two", null]);
});

const turnOf = (id) => ({ id, number: Number(id.slice(1)), status: "completed", tokens: 5, cost: "0.001" });
const stored = (id, sequence, parent, turn) => ({
  id, sequence, parent_id: parent, content: id, created_at: AT, metadata: {}, turn: turnOf(turn),
  role: id.startsWith("q") ? "user" : "assistant",
});
const STORED = [
  stored("q0", 1, null, "t1"), stored("a0", 2, "q0", "t1"),
  stored("q1", 3, null, "t2"), stored("a1", 4, "q1", "t2"),
  stored("q2", 5, "q1", "t4"), stored("a2", 6, "q2", "t3"), stored("a2b", 8, "q2", "t4"),
  stored("q3", 9, "q2", "t5"), stored("a3", 10, "q3", "t5"),
];

for (let cut = 0; cut <= STORED.length; cut += 1) {
  test(`a reload shows all versions in their order, with the page's edge before message ${cut}`, () => {
    const transcript = createTranscript();
    addStoredMessages(transcript, STORED.slice(cut));
    addStoredMessages(transcript, STORED.slice(0, cut));
    assert.equal(transcript.exchanges.length, 2);
    const [, exchange] = transcript.exchanges;
    assert.deepEqual([exchange.id, exchange.content, exchange.turn.text], ["q3", "q3", "a3"]);
    assert.deepEqual(texts(exchange), ["a1", "a2", "a2b", "a3"]);
    assert.deepEqual(questions(exchange), ["q1", "q2", "q2", "q3"]);
    assert.equal(standingAnswer(exchange).text, "a3");
  });
}

test("what an answer did and is still done is told from what it only looked at and what was taken back", () => {
  const left = (changes) => leftSomething({ ...newTurn("t", "completed"), ...changes });
  const task = { action: "create", entity_type: "task", status: "done", call_id: "k1" };
  const call = { tool: "create_entity", ok: true, call_id: "k1" };
  assert.equal(left({ operations: [{ action: "read", status: "done" }, { ...task, status: "failed" }] }), false);
  assert.equal(left({ tools: [{ tool: "web_search", ok: true }, { tool: "send_email", ok: false }] }), false);
  assert.equal(left({ operations: [task], tools: [call] }), true);
  assert.equal(left({ operations: [task], tools: [call], canUndo: false }), false);
  assert.equal(left({ operations: [{ ...task, entity_type: "agent" }], canUndo: false }), true);
  assert.equal(left({ tools: [{ tool: "send_email", ok: true, call_id: "k2" }], canUndo: false }), true);
  assert.equal(left({ files: [file], canUndo: false }), true);
});
