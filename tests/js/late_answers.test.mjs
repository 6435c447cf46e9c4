// Answers that were asked for before a change and come after it. Run by node's own test runner.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { installBrowser } from "./browser.mjs";
import { Memory } from "../../static/js/chat/side_panel/memory.js";
import { Workspace } from "../../static/js/chat/side_panel/workspace.js";
import { Rows } from "../../static/js/projects/live.js";
import { oneAtATime } from "../../static/js/shell/pacing.js";

let asked; // {path, answer(body)} of each request that waits

beforeEach(() => {
  installBrowser();
  globalThis.document.querySelector = () => ({ content: "token" });
  asked = [];
  globalThis.fetch = (path) => new Promise((take) => {
    const answer = (body, status = 200) => take(/** @type {any} */ ({ ok: status < 400, status, json: async () => body }));
    asked.push({ path, answer });
  });
});

const settle = () => new Promise((done) => { setImmediate(done); });
const task = (version, title = "Call") => ({ id: "t1", kind: "task", title, version });
const patch = (version, operations) => ({ project_id: "p", entity_type: "task", entity_id: "t1", version, patch: operations, action: "update" });
const gone = (version) => patch(version, [{ op: "remove", path: "" }]);
const retitled = (title, version) => patch(version, [
  { op: "replace", path: "/title", value: title }, { op: "replace", path: "/version", value: version },
]);

const answer = (part, body, status) => asked.splice(asked.findIndex(({ path }) => path.includes(part)), 1)[0].answer(body, status);

async function watched() {
  const workspace = new Workspace({ send: () => true });
  workspace.follow("p");
  workspace.receive({ type: "watching", project_id: "p" });
  await settle();
  return workspace;
}

test("a thing that was removed while the project was fetched does not come back with it", async () => {
  const workspace = await watched();
  workspace.receive({ type: "entity_patch", data: gone(2) });
  answer("tree", { root: [] });
  answer("entities", { results: [task(1)], next: null });
  await settle();
  assert.deepEqual(workspace.things(), []);
});

test("a thing that was made or changed while the project was fetched stays as it is now", async () => {
  const workspace = await watched();
  workspace.receive({ type: "entity_patch", data: patch(1, [{ op: "add", path: "", value: task(1) }]) });
  workspace.receive({ type: "entity_patch", data: retitled("Call Tom", 2) });
  answer("tree", { root: [] });
  answer("entities", { results: [], next: null });
  await settle();
  assert.deepEqual(workspace.things(), [task(2, "Call Tom")]);
});

test("what went while nobody listened is not shown after the next opening", async () => {
  const workspace = await watched();
  answer("tree", { root: [] });
  answer("entities", { results: [task(1)], next: null });
  await settle();
  workspace.receive({ type: "watching", project_id: "p" });
  await settle();
  answer("tree", { root: [] });
  answer("entities", { results: [], next: null });
  await settle();
  assert.deepEqual(workspace.things(), []);
});

test("a row that was fetched for a skipped version gives way to what came meanwhile", () => {
  const rows = new Rows();
  rows.put("task", task(1));
  assert.equal(rows.receive(retitled("Three", 3)), "missing");
  rows.put("task", task(4, "Four"));
  rows.put("task", task(3, "Three"));
  assert.equal(rows.get("t1").title, "Four");
});

test("a row that is not found any more does not take away what was brought back meanwhile", () => {
  const rows = new Rows();
  rows.put("task", task(4, "Brought back"));
  rows.drop("t1", 2);
  assert.equal(rows.get("t1").title, "Brought back");
});

test("a thing that could be fetched does not hide that the project could not", async () => {
  const workspace = await watched();
  answer("tree", { detail: "The database does not answer." }, 503);
  answer("entities", { results: [], next: null });
  await settle();
  workspace.receive({ type: "entity_patch", data: retitled("Call Tom", 2) });
  await settle();
  answer("/entities/t1/", task(2, "Call Tom"));
  await settle();
  assert.equal(workspace.error, "The database does not answer.");
  workspace.load();
  await settle();
  answer("tree", { root: [] });
  answer("entities/?", { results: [], next: null });
  await settle();
  assert.equal(workspace.error, "");
});

test("a project that was deleted before it could be watched is told to be gone", async () => {
  const workspace = new Workspace({ send: () => true });
  workspace.follow("p");
  const [{ id }] = workspace.frames();
  workspace.receive({ type: "error", id, code: "not_found" });
  await settle();
  answer("tree", {}, 404);
  answer("entities", {}, 404);
  await settle();
  assert.equal(workspace.isGone, true);
  workspace.receive({ type: "watching", project_id: "p" });
  assert.equal(workspace.isGone, false);
});

test("answers to two changes of what is remembered may overtake each other", async () => {
  const memory = new Memory({ id: "c" });
  memory.data = { state: { items: [1, 2] }, state_version: 1, summary: null, versions: [] };
  memory.change({ updates: { removed: [1] } });
  memory.change({ updates: { removed: [2] } });
  await settle();
  asked.pop().answer({ state: { items: [] }, state_version: 3 });
  await settle();
  asked.pop().answer({ state: { items: [2] }, state_version: 2 });
  await settle();
  assert.deepEqual(memory.data.state, { items: [] });
});

test("a memory from before a change does not take it back", async () => {
  const memory = new Memory({ id: "c" });
  memory.data = { state: { items: [1] }, state_version: 1, summary: null, versions: [] };
  memory.load();
  await settle();
  const [old] = asked.splice(0);
  memory.change({ updates: { removed: [1] } });
  await settle();
  asked.pop().answer({ state: { items: [] }, state_version: 2 });
  await settle();
  old.answer({ state: { items: [1] }, state_version: 1, summary: { version: 1 }, versions: [] });
  await settle();
  assert.deepEqual([memory.data.state, memory.data.summary], [{ items: [] }, { version: 1 }]);
});

test("what is remembered is asked for once more where it changed while it was fetched", async () => {
  const memory = new Memory({ id: "c" });
  memory.look();
  await settle();
  memory.receive({ type: "state_delta", conversation_id: "c", version: 2, patch: [] });
  asked.pop().answer({ state: {}, state_version: 1 });
  await settle();
  asked.pop().answer({ state: {}, state_version: 2 });
  await settle();
  assert.equal(memory.data.state_version, 2);
  assert.deepEqual(asked, []);
});

test("what is read one at a time is read again if it was asked for meanwhile, and only once", async () => {
  const ends = [];
  const read = oneAtATime(() => new Promise((end) => { ends.push(end); }));
  const first = read();
  read();
  const last = read();
  assert.equal(ends.length, 1);
  ends[0]();
  await settle();
  assert.equal(ends.length, 2);
  ends[1]();
  await Promise.all([first, last]);
  read();
  assert.equal(ends.length, 3);
});

test("a read that fails says so to who asked, and the next one is a new beginning", async () => {
  let isAway = true;
  const read = oneAtATime(async () => {
    if (isAway) throw new Error("away");
  });
  await assert.rejects(read(), /away/);
  isAway = false;
  await read();
});
