// What the editor does to a text, and the names that links give to headings. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorOf, formatted } from "../../static/js/projects/editor.js";

/** Return `value` after a format was set on what stands between the bars, with bars around what is chosen then. */
function set(value, format) {
  const start = value.indexOf("|");
  const end = value.lastIndexOf("|") - 1;
  const plain = value.replaceAll("|", "");
  const { from, to, text, chosen } = formatted(plain, start, end, format);
  const after = plain.slice(0, from) + text + plain.slice(to);
  return `${after.slice(0, chosen[0])}|${after.slice(...chosen)}|${after.slice(chosen[1])}`;
}

test("signs are set around what is chosen, which stays chosen", () => {
  assert.equal(set("a |word| here", "bold"), "a **|word|** here");
  assert.equal(set("||", "link"), "[||](https://)");
});

test("signs at the beginning of lines are set on each line that is chosen", () => {
  assert.equal(set("one\nt|wo\nthr|ee", "list"), "one\n- two\n- thr||ee");
  assert.equal(set("||", "heading"), "## ||");
});

test("a heading has the name that the server gives to it in links", () => {
  const names = { "Competitors in Europe": "competitors-in-europe", "Überblick: 2. Teil": "überblick-2-teil", "a_b & c": "a_b-c", "…": "" };
  for (const [heading, name] of Object.entries(names)) assert.equal(anchorOf(heading), name);
});
