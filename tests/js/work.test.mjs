// What agents do in a turn, as it grows from events and as an old answer keeps it. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addStoredMessages } from "../../static/js/chat/transcript/conversation.js";
import {
  accept, addOwnMessage, applyEvent, callStatus, createTranscript, hasWork, looseCalls, stepStatus, workDigest,
} from "../../static/js/chat/transcript/state.js";

const AT = "2026-11-21T09:02:11.482Z";
const PLAN = {
  plan_id: "p1", goal: "The weekly update", stages: [
    { id: "collect", name: "Collect", mode: "parallel", steps: [{ id: "s1", title: "Read" }, { id: "s2", title: "Look up" }] },
    { id: "write", name: "Write", mode: "sequence", steps: [{ id: "s3", title: "Write" }] },
  ],
};

/** The turn that these recorded events make. */
function turnOf(...events) {
  const transcript = createTranscript();
  const exchange = addOwnMessage(transcript, { id: "m1", content: "Go", at: AT });
  accept(transcript, { id: "m1", message_id: "m1", turn_id: "t1", status: "running", stored: true });
  events.forEach(([type, data], at) => applyEvent(transcript, { seq: at + 1, type, data, turn_id: "t1", at: AT }));
  return exchange.turn;
}

const step = (step_id, status, more = {}) => ["step", { step_id, title: step_id, status, note: "", duration_ms: null, ...more }];
const call = (call_id, more = {}) => ["tool_call", { call_id, tool: "search", label: `Searching ${call_id}`, arguments: {}, step_id: "", ...more }];
const result = (call_id, ok, more = {}) => ["tool_result", { call_id, ok, summary: "", duration_ms: 1000, result: null, ...more }];

test("a turn without tools has no work to show", () => {
  assert.equal(hasWork(turnOf(["text_delta", { text: "Hello" }])), false);
});

test("a call runs until its result comes, and keeps what was sent", () => {
  const running = turnOf(call("c1", { arguments: { query: "tea" } }));
  assert.equal(callStatus(running, running.tools[0], true), "running");
  const done = turnOf(call("c1", { arguments: { query: "tea" } }), result("c1", true, { summary: "5 pages" }));
  assert.equal(callStatus(done, done.tools[0], true), "done");
  assert.deepEqual([done.tools.length, done.tools[0].arguments, done.tools[0].summary], [1, { query: "tea" }, "5 pages"]);
});

test("what ran when its turn ended was stopped", () => {
  const turn = turnOf(["plan", PLAN], step("s1", "running"), call("c1"));
  assert.equal(callStatus(turn, turn.tools[0], false), "stopped");
  assert.equal(stepStatus(turn, "s1", false), "stopped");
  assert.equal(stepStatus(turn, "s3", false), "pending");
});

test("a call that asked for approval waits, and does not count as failed", () => {
  const asked = ["approval", { approval_id: "a1", tool: "search", what: "Searching c1", why: "", arguments: {}, expires_at: AT }];
  const turn = turnOf(call("c1"), call("c2"), asked, result("c1", false), result("c2", false));
  assert.deepEqual(turn.tools.map((one) => callStatus(turn, one, false)), ["waiting", "failed"]);
});

test("a call waits for what is asked within it", () => {
  const asked = (status) => ["approval", { approval_id: "a1", tool: "search", what: "Searching c2", status }];
  const standing = (status) => {
    const turn = turnOf(call("c1"), call("c2"), asked(status), result("c2", false, { waits: true }), result("c1", false, { waits: true }));
    return turn.tools.map((one) => callStatus(turn, one, false));
  };
  assert.deepEqual(standing("pending"), ["waiting", "waiting"]);
  assert.deepEqual(standing("approved"), ["decided", "decided"]);
});

test("a call whose approval was decided since waits no longer", () => {
  const asked = (status) => ["approval", { approval_id: "a1", tool: "search", what: "Searching c1", status }];
  const standing = (status) => {
    const turn = turnOf(["plan", PLAN], call("c1"), asked(status), result("c1", false), step("s1", "waiting"));
    return [callStatus(turn, turn.tools[0], false), stepStatus(turn, "s1", false), workDigest(turn, false).waiting];
  };
  assert.deepEqual(standing("pending"), ["waiting", "waiting", 1]);
  assert.deepEqual(standing("rejected"), ["decided", "decided", 0]);
});

test("of a step counts how it stands last, and a plan made anew replaces the first", () => {
  const anew = { ...PLAN, stages: PLAN.stages.slice(1) };
  const turn = turnOf(["plan", PLAN], step("s1", "running"), step("s1", "failed", { note: "No answer" }), ["plan", anew]);
  assert.equal(turn.steps.length, 1);
  assert.deepEqual([turn.steps[0].status, turn.steps[0].note], ["failed", "No answer"]);
  assert.equal(turn.plan.stages.length, 1);
});

test("calls of no step stand by themselves", () => {
  const turn = turnOf(call("c0"), ["plan", PLAN], call("c1", { step_id: "s1" }), call("c2", { step_id: "gone" }));
  assert.deepEqual(looseCalls(turn).map((one) => one.call_id), ["c0", "c2"]);
});

test("the digest of a plan counts steps by how they ended", () => {
  const turn = turnOf(["plan", PLAN], step("s1", "done", { duration_ms: 2000 }), step("s2", "failed", { duration_ms: 500 }), step("s3", "skipped"));
  assert.deepEqual(workDigest(turn, false), { count: 3, done: 1, failed: 1, skipped: 1, waiting: 0, took: 2500 });
});

test("calls at the same time take no longer than their turn", () => {
  const done = ["done", { finish_reason: "completed", stored: true, usage: { duration_ms: 1500 }, message_id: "a1" }];
  const turn = turnOf(call("c1"), call("c2"), result("c1", true), result("c2", true), done);
  assert.equal(workDigest(turn, false).took, 1500);
});

test("a place is cited once", () => {
  const cite = (...links) => ["sources", { sources: links.map((link) => ({ title: link, link, snippet: "" })) }];
  const turn = turnOf(cite("https://a.example/", "https://b.example/"), cite("https://a.example/"));
  assert.deepEqual(turn.sources.map(({ link }) => link), ["https://a.example/", "https://b.example/"]);
});

test("a stored answer tells the same as its events did", () => {
  const events = [["plan", PLAN], step("s1", "done", { duration_ms: 10 }), call("c1", { step_id: "s1" }), result("c1", true)];
  const live = turnOf(...events);
  const metadata = JSON.parse(JSON.stringify({ plan: live.plan, steps: live.steps, tools: live.tools }));
  const transcript = createTranscript();
  addStoredMessages(transcript, [{
    id: "a1", role: "assistant", content: "Done.", sequence: 2, status: "complete", created_at: AT, metadata, turn: { id: "t1", status: "completed" },
  }]);
  const { turn } = transcript.exchanges[0];
  assert.deepEqual(workDigest(turn, false), workDigest(live, false));
  assert.deepEqual([turn.approvals, turn.sources], [[], []]);
});
