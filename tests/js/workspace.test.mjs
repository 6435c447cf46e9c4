// What the chat shows of projects, as far as it needs no browser. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wireOf } from "../../static/js/chat/beside.js";
import { canBeUndone, folded, operationWords, touchedBy } from "../../static/js/chat/operations.js";
import { EVERYTHING, aProject, aThing } from "../../static/js/chat/side_panel/focus_choice.js";
import { addStoredMessages } from "../../static/js/chat/transcript/conversation.js";
import { accept, addOwnMessage, applyEvent, createTranscript } from "../../static/js/chat/transcript/state.js";
import { openThings, pathTo } from "../../static/js/projects/words.js";

const done = (action, entity_type, entity_name, entity_id = "") => ({ action, entity_type, entity_name, entity_id, status: "done" });
const inWords = (operations) => folded(operations).map((group) => `${operationWords(group)}: ${group.names.join(", ")}`);

test("operations are told by names, and those alike that follow each other as one", () => {
  assert.deepEqual(inWords([
    done("create", "task", "Draft"), done("create", "task", "Print"), done("create", "task", "Print"), done("read", "document", "Scan"), done("create", "task", "Call"),
  ]), ["Created 2 tasks: Draft, Print", "Read document: Scan", "Created task: Call"]);
});

test("what goes on or failed stands for itself", () => {
  assert.deepEqual(inWords([
    { ...done("read", "document", "Scan"), status: "started" }, { ...done("read", "document", "Plan"), status: "started" },
    { ...done("move", "document", "Scan"), status: "failed" }, done("list", "task", "Launch"),
  ]), ["Reading document: Scan", "Reading document: Plan", "Failed: moving document: Scan", "Listed tasks: Launch"]);
});

test("what changed projects can be taken back, what only read them cannot", () => {
  const operations = [done("read", "task", "A"), done("create", "agent", "B"), done("move", "document", "C"), { ...done("delete", "task", "D"), status: "failed" }];
  assert.deepEqual(operations.map(canBeUndone), [false, false, true, false]);
});

test("a thing is marked by what was done with it last", () => {
  assert.deepEqual([...touchedBy([done("read", "document", "A", "a"), done("update", "document", "A", "a"), done("list", "task", "Launch")])], [["a", "changing"]]);
});

test("what is open comes by kind, the soonest first", () => {
  const thing = (title, more) => ({ kind: "task", state: "todo", due_on: null, priority: null, title, ...more });
  const shown = openThings([
    thing("Someday"), thing("Urgent", { priority: 1 }), thing("Over", { state: "done" }), thing("Aim", { kind: "goal", state: "active" }),
    thing("Soon", { due_on: "2026-12-01" }), thing("Late", { due_on: "2026-01-01" }),
  ]);
  assert.deepEqual(shown.map(({ title }) => title), ["Late", "Soon", "Urgent", "Someday", "Aim"]);
});

test("the way to a document leads through those above it", () => {
  const node = (id, ...children) => ({ id, children });
  const root = [node("a"), node("b", node("c", node("d")))];
  assert.deepEqual(pathTo(root, "d").map(({ id }) => id), ["b", "c", "d"]);
  assert.deepEqual(pathTo(root, "x"), []);
});

test("a focus is sent without names, and everything as null", () => {
  assert.equal(wireOf(EVERYTHING), null);
  assert.deepEqual(wireOf(aProject({ id: "p", name: "Launch" })), { project_id: "p", type: null, id: null });
  assert.deepEqual(wireOf(aThing({ project_id: "p", project: "Launch", kind: "task", id: "t", title: "Call" })), { project_id: "p", type: "task", id: "t" });
});

test("an old answer shows its operations and grounding as a live one did", () => {
  const grounding = { score: 88, threshold: 75, reason: "It speaks of prices.", flags: [], attempts: 2, rewritten_query: "", steps: [] };
  const live = createTranscript();
  const { id } = addOwnMessage(live, { id: "m1", content: "What does it cost?", at: "2026-11-21T09:00:00Z" });
  accept(live, { id, message_id: id, turn_id: "t1", status: "running", stored: true });
  applyEvent(live, { seq: 1, type: "grounding", data: grounding, turn_id: "t1", at: "2026-11-21T09:00:01Z" });
  applyEvent(live, { seq: 2, type: "operation", data: done("read", "document", "Prices"), turn_id: "t1", at: "2026-11-21T09:00:01Z" });
  const old = createTranscript();
  addStoredMessages(old, [{
    id: "m2", role: "assistant", sequence: 2, content: "49 dollars [1].", status: "complete", created_at: "2026-11-21T09:00:02Z",
    turn: { id: "t1", status: "completed" }, metadata: { grounding, operations: [done("read", "document", "Prices")] },
  }]);
  const [lively, kept] = [live.exchanges[0].turn, old.exchanges[0].turn];
  assert.deepEqual([kept.grounding, kept.operations], [lively.grounding, lively.operations]);
});
