// The end of an answer while it comes: what is open is closed, what may be anything is held back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "../../static/js/chat/unfinished.js";

const CASES = {
  "emphasis is closed": [["a **bo", "a **bo**"], ["a **bold*", "a **bold**"], ["a **bold ", "a **bold** "], ["**a *b", "**a *b***"], ["~~ol", "~~ol~~"], ["~~old~", "~~old~~"]],
  "a sign that may open is held back": [["a *", "a "], ["a **", "a "], ["a `", "a "], ["so \\(", "so "]],
  "signs that stand for themselves stay": [["a 2 * 3 = 6", "a 2 * 3 = 6"], ["about ~5 days", "about ~5 days"], ["costs $5 and", "costs $5 and"], ["snake_case_name", "snake_case_name"]],
  "code is closed, and nothing in it is": [["see `a **b", "see `a **b`"], ["`a*b` and **c", "`a*b` and **c**"], ["```py\nx = a ** b", "```py\nx = a ** b"], ["```py\nx | y", "```py\nx | y"]],
  "a fence comes whole": [["a\n``", "a"], ["a\n```py", "a"], ["```\nx\n``", "```\nx"]],
  "formulas are closed": [["so $\\frac{a}{b", "so $\\frac{a}{b$"], ["so \\(a_1", "so \\(a_1\\)"], ["$$\nx^2", "$$\nx^2\n$$"], ["\\[\nx\n\\", "\\[\nx\n\\]"]],
  "links are their words until they lead somewhere": [["see [the doc](http://a", "see the doc"], ["see ![a chart](http", "see a chart"]],
  "a line that is only a sign waits": [["a\n-", "a"], ["a\n##", "a"], ["a\n12.", "a"], ["- [x", ""], ["> -", ""], ["a\n[terms]: http", "a"]],
  "a table comes row by row": [
    ["a\n\n| b", "a\n"], ["| a | b |\n|--", ""], ["| a | b |\n|---|---|\n", "| a | b |\n|---|---|"],
    ["| a | b |\n|---|---|\n| 1", "| a | b |\n|---|---|"], ["1. x\n\n   | a |\n  ", "1. x\n"],
  ],
};

for (const [name, cases] of Object.entries(CASES)) {
  test(name, () => cases.forEach(([text, shown]) => assert.equal(settled(text), shown)));
}
