// How the sidebar divides conversations by day. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupByDay } from "../../static/js/chat/sidebar/chat_list.js";

const NOW = new Date(2026, 10, 21, 0, 30); // half past midnight, so that 'yesterday' is a matter of the calendar
const at = (year, month, day, hour = 0, minute = 0) => new Date(year, month, day, hour, minute).toISOString();
const item = (title, updated_at, pinned = false) => ({ id: title, title, updated_at, pinned });
const shape = (items) => groupByDay(items, NOW).map(({ label, items: members }) => [label, members.map(({ title }) => title)]);

test("groups follow the calendar of the reader, newest first", () => {
  assert.deepEqual(shape([
    item("last year", at(2025, 11, 31)), item("a minute ago", at(2026, 10, 21, 0, 29)), item("two months ago", at(2026, 8, 3)),
    item("an hour ago", at(2026, 10, 20, 23, 30)), item("a week ago", at(2026, 10, 14)), item("older", at(2026, 10, 13)),
  ]), [
    ["Today", ["a minute ago"]], ["Yesterday", ["an hour ago"]], ["Previous 7 days", ["a week ago"]],
    ["November", ["older"]], ["September", ["two months ago"]], ["December 2025", ["last year"]],
  ]);
});

test("pinned ones stand first, whatever their day", () => {
  assert.deepEqual(shape([item("new", at(2026, 10, 21)), item("kept", at(2026, 1, 1), true)]), [["Pinned", ["kept"]], ["Today", ["new"]]]);
});

test("no conversations make no groups", () => {
  assert.deepEqual(groupByDay([], NOW), []);
});
