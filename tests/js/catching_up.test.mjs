// What other tabs said and edited while nobody listened here. Run by node's own test runner.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { installBrowser } from "./browser.mjs";
import { Conversation, addStoredMessages, catchingUp } from "../../static/js/chat/transcript/conversation.js";
import { addOwnMessage, createTranscript } from "../../static/js/chat/transcript/state.js";

let transcript, sent, catchUp;

beforeEach(() => {
  installBrowser();
  globalThis.document.querySelector = () => ({ content: "token" });
  [transcript, sent] = [createTranscript(), []];
  catchUp = catchingUp(new Conversation({ id: "c", transcript, socket: { send: (frame) => sent.push(frame) } }));
});

const asked = (id, sequence, turn, more = {}) => ({
  id, sequence, role: "user", content: `words of ${id}`, status: "complete", parent_id: null, metadata: {},
  created_at: "2026-11-22T09:00:00Z", turn: { id: turn, status: "completed", number: sequence }, ...more,
});

async function missed(...messages) {
  globalThis.fetch = async () => /** @type {any} */ ({ ok: true, status: 200, json: async () => ({ results: messages, next: null }) });
  await catchUp();
}

const shown = () => transcript.exchanges.map(({ content, turn }) => [content, turn.id]);

test("a message of another tab is taken, and its turn read from the beginning", async () => {
  addStoredMessages(transcript, [asked("m1", 1, "t1")]);
  await missed(asked("m1", 1, "t1"), asked("m2", 3, "t2"));
  assert.deepEqual(shown(), [["words of m1", "t1"], ["words of m2", "t2"]]);
  assert.deepEqual(sent, [{ type: "subscribe", turn_id: "t2", after: 0 }]);
});

test("what was edited in another tab stands in its place, also where the earlier words were not heard either", async () => {
  addStoredMessages(transcript, [asked("m1", 1, "t1")]);
  const superseded = { status: "superseded" };
  await missed(asked("m1", 1, "t1", superseded), asked("m2", 3, "t2", { parent_id: "m1" }));
  assert.deepEqual(shown(), [["words of m2", "t2"]]);
  await missed(asked("m2", 3, "t2"), asked("m3", 5, "t3", superseded), asked("m4", 7, "t4", { parent_id: "m3" }));
  assert.deepEqual(shown(), [["words of m2", "t2"], ["words of m4", "t4"]]);
});

test("what was said here has its place in the conversation from then on", async () => {
  addOwnMessage(transcript, { id: "m1", content: "words of m1", at: "2026-11-22T09:00:00Z" });
  await missed(asked("m1", 1, "t1"));
  assert.deepEqual(transcript.exchanges.map(({ sequence }) => sequence), [1]);
});
