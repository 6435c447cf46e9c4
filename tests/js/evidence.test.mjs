// What came from machines and strangers, shown as text: arguments to edit, results to read, links to follow.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asText, fromText } from "../../static/js/chat/argument_values.js";
import { duration, plainText, readable, untilWords } from "../../static/js/chat/format.js";
import { safeLink } from "../../static/js/chat/transcript/answer_parts.js";

const VALUES = ["", "two\nlines", "\"quoted\"", 0, -1.5, true, false, null, [], ["a", 1], ["Team notes", "Jira"], ["a, b"], [" a"], ["[1]", "b"], [""], {}, { a: { b: [null] } }, { long: "x".repeat(99) }];

test("an argument that is shown and read again is the same", () => {
  for (const value of VALUES) assert.deepEqual(fromText(asText(value), value), { value });
});

test("text stays text, whatever it looks like", () => {
  assert.deepEqual(fromText("42", "old"), { value: "42" });
  assert.deepEqual(fromText("{", "old"), { value: "{" });
});

test("what is of another kind than the argument is a problem that says what to write", () => {
  assert.match(fromText("many", 3).problem, /number/);
  assert.match(fromText("\"3\"", 3).problem, /number/);
  assert.match(fromText("yes", true).problem, /true or false/);
  assert.match(fromText("{}", []).problem, /list/);
  assert.match(fromText("[]", {}).problem, /object/);
  assert.match(fromText("null", {}).problem, /object/);
});

test("a list of names is shown and written with commas, or written as JSON", () => {
  assert.equal(asText(["Team notes", "Jira"]), "Team notes, Jira");
  assert.deepEqual(fromText("Jira, Slack,", ["Jira"]), { value: ["Jira", "Slack"] });
  assert.deepEqual(fromText("[\"a, b\"]", ["Jira"]), { value: ["a, b"] });
});

test("an argument that is not set can be given a text", () => {
  assert.equal(asText(null), "");
  assert.deepEqual(fromText("2027-03-01", null), { value: "2027-03-01" });
});

test("JSON is laid out in lines, also where it came as text", () => {
  assert.equal(readable('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(readable({ a: 1 }), '{\n  "a": 1\n}');
});

test("other text is shown as it came, JSON that was cut off too", () => {
  for (const text of ["", "= 3.424", '{"a": [1, 2', "[sic] he said", "<b>bold</b>"]) assert.equal(readable(text), text);
});

const OURS = "https://omni.example";

test("pages of others open under their host, our own without one", () => {
  assert.deepEqual(safeLink("https://www.tea.example/a?b", OURS), { href: "https://www.tea.example/a?b", place: "tea.example" });
  assert.deepEqual(safeLink("/c/1/", OURS), { href: "https://omni.example/c/1/", place: "" });
});

test("what looks like a path of ours but leads away names where", () => {
  assert.equal(safeLink("//evil.example/c/1/", OURS)?.place, "evil.example");
  assert.equal(safeLink("/\\evil.example", OURS)?.place, "evil.example");
});

test("nothing but pages is followed", () => {
  for (const link of ["", null, "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "data:text/html,x", "file:///etc/passwd", "blob:https://x/1", "mailto:a@b.c", "http://"]) {
    assert.equal(safeLink(link, OURS), null, String(link));
  }
});

test("durations and times to come are said as people say them", () => {
  assert.deepEqual([3, 420, 3140, 42_000, 125_000].map(duration), ["3 ms", "0.42 s", "3.1 s", "42 s", "2 min 5 s"]);
  assert.deepEqual([9_000, 80_000, 7_200_000, 172_800_000].map(untilWords), ["in 0:09", "in 1 minute", "in 2 hours", "in 2 days"]);
});

test("a part of an answer is shown in plain words, also where it cuts a link", () => {
  const whole = "**Ada** said “yes.” [Open that conversation](/c/1/#s2) | Kind | Due |";
  assert.equal(plainText(whole), "Ada said “yes.” Open that conversation Kind Due");
  assert.equal(plainText("said “yes.” [Open that conversation](/c/…"), "said “yes.” Open that conversation");
  assert.equal(plainText("said “yes.” [Open that conversation]…"), "said “yes.” Open that conversation…");
  assert.equal(plainText("said “yes.” [Open that…"), "said “yes.” Open that…");
  assert.equal(plainText("…at conversation](/c/1/#s2) and more"), "…at conversation and more");
});
