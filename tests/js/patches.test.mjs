// Rows that only patches keep true, and places in the tree of documents. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rows, applied } from "../../static/js/projects/live.js";
import { readQuickAdd } from "../../static/js/projects/quick_add.js";
import { dropped, stepped, visible } from "../../static/js/projects/tree.js";

const change = (version, patch, more = {}) => ({ entity_type: "task", entity_id: "t1", version, patch, ...more });
const whole = (value) => [{ op: "add", path: "", value }];
const retitled = (title, version) => [{ op: "replace", path: "/title", value: title }, { op: "replace", path: "/version", value: version }];

test("operations of RFC 6902 reach into objects and lists, and leave the row that they were given", () => {
  const row = { list: [1, 3], "a/b": 1, inner: { gone: 1 } };
  const after = applied(row, [
    { op: "add", path: "/list/1", value: 2 }, { op: "add", path: "/list/-", value: 4 }, { op: "remove", path: "/list/0" },
    { op: "replace", path: "/a~1b", value: 2 }, { op: "remove", path: "/inner/gone" },
  ]);
  assert.deepEqual(after, { list: [2, 3, 4], "a/b": 2, inner: {} });
  assert.deepEqual(row, { list: [1, 3], "a/b": 1, inner: { gone: 1 } });
});

test("a part is moved to another place", () => {
  assert.deepEqual(applied({ list: ["a", "b", "c"], kept: "" }, [{ op: "move", from: "/list/0", path: "/list/2" }]).list, ["b", "c", "a"]);
  assert.deepEqual(applied({ from: { x: 1 }, to: {} }, [{ op: "move", from: "/from/x", path: "/to/y" }]), { from: {}, to: { y: 1 } });
});

test("a row follows its patches from the first to its end", () => {
  const rows = new Rows();
  assert.equal(rows.receive(change(1, whole({ id: "t1", title: "One", version: 1 }))), "applied");
  assert.equal(rows.receive(change(2, retitled("Two", 2))), "applied");
  assert.deepEqual(rows.all("task"), [{ id: "t1", title: "Two", version: 2 }]);
  assert.equal(rows.receive(change(3, [{ op: "remove", path: "" }])), "applied");
  assert.deepEqual(rows.all("task"), []);
});

test("a version that was skipped, or was too large to send, has to be fetched; an older one is no news", () => {
  const rows = new Rows();
  rows.put("task", { id: "t1", title: "One", version: 1 });
  assert.equal(rows.receive(change(3, retitled("Three", 3))), "missing");
  assert.equal(rows.receive(change(2, [])), "missing");
  assert.equal(rows.receive(change(1, retitled("Old", 1))), "known");
  assert.equal(rows.get("t1").title, "One");
});

test("what was deleted does not come back by a patch that was late", () => {
  const rows = new Rows();
  rows.put("task", { id: "t1", title: "One", version: 2 });
  rows.receive(change(3, [{ op: "remove", path: "" }]));
  assert.equal(rows.receive(change(1, whole({ id: "t1", version: 1 }))), "known");
  assert.equal(rows.receive(change(4, whole({ id: "t1", version: 4 }))), "applied");
});

const node = (id, ...children) => ({ id, order: 0, children });
const TREE = { version: 1, root: [node("a", node("b"), node("c")), node("d")] };
const place = (parent_id, position) => ({ parent_id, position });

test("what is below a closed document is not seen", () => {
  assert.deepEqual(visible(TREE).map(({ id, depth }) => id + depth), ["a1", "b2", "c2", "d1"]);
  assert.deepEqual(visible(TREE, (id) => id === "a").map(({ id }) => id), ["a", "d"]);
});

test("a document steps up, down, in and out, and not beyond", () => {
  assert.deepEqual(stepped(TREE, "c", "up"), place("a", 0));
  assert.deepEqual(stepped(TREE, "b", "down"), place("a", 1));
  assert.deepEqual(stepped(TREE, "d", "in"), place("a", 2));
  assert.deepEqual(stepped(TREE, "b", "out"), place(null, 1));
  assert.deepEqual(["up", "in", "out"].map((way) => stepped(TREE, "a", way)), [null, null, null]);
});

test("a document is dropped before, into and after another, and never below itself", () => {
  assert.deepEqual(dropped(TREE, "a", "d", "after"), place(null, 1));
  assert.deepEqual(dropped(TREE, "d", "a", "before"), place(null, 0));
  assert.deepEqual(dropped(TREE, "d", "b", "after"), place("a", 1));
  assert.deepEqual(dropped(TREE, "b", "a", "into"), place("a", 1));
  assert.equal(dropped(TREE, "a", "c", "before"), null);
});

test("a line that adds something may name its urgency and its day", () => {
  const today = new Date(2026, 10, 30);
  assert.deepEqual(readQuickAdd("Call Tom !1 by 2026-12-01", today), { title: "Call Tom", priority: 1, due_on: "2026-12-01" });
  assert.deepEqual(readQuickAdd("Send it by tomorrow", today), { title: "Send it", due_on: "2026-12-01" });
  assert.deepEqual(readQuickAdd("Ben anrufen bis morgen", today), { title: "Ben anrufen", due_on: "2026-12-01" });
  assert.deepEqual(readQuickAdd("Book a room for Mira, by tomorrow !1", today), { title: "Book a room for Mira", priority: 1, due_on: "2026-12-01" });
  assert.deepEqual(readQuickAdd("Stand by me", today), { title: "Stand by me" });
  assert.deepEqual(readQuickAdd("  !2 ", today), { title: "!2" });
});
