// What scripts say on a German page. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import "../../static/js/words/de.js";
import { tokens, untilWords } from "../../static/js/chat/format.js";
import { operationWords } from "../../static/js/chat/operations.js";
import { told } from "../../static/js/chat/told.js";
import { gettext, withNodes } from "../../static/js/shell/language.js";

test("texts are filled, numbers and plurals follow the language", () => {
  assert.equal(gettext("Model: {name}", { name: "{name}" }), "Modell: {name}");
  assert.deepEqual([tokens(1), tokens(1200)], ["1 Token", "1.200 Tokens"]);
  assert.equal(untilWords(3 * 3_600_000), "in 3 Stunden");
  assert.equal(operationWords({ action: "create", entity_type: "task", status: "done", names: ["a", "b"] }), "2 Aufgaben erstellt");
  assert.equal(operationWords({ action: "list", entity_type: "odd_thing", status: "failed", names: ["a"] }), "Fehlgeschlagen: odd things auflisten");
});

test("nodes stand in the places of their names", () => {
  assert.deepEqual(withNodes(gettext("Not sure: {what}{sure} or {other}"), { what: "x", sure: null, other: "y" }), ["Nicht sicher: ", "x", " oder ", "y"]);
});

test("fixed words of the server are told, all else stays as it is", () => {
  assert.deepEqual(["Working on it", "Running weekly", "3 earlier messages", 'Reading "Plan"', 'Creating "A", "B"', "Acme", "", undefined].map(told),
    ["Arbeitet daran", "Führt weekly aus", "3 frühere Nachrichten", "„Plan“ lesen", 'Creating "A", "B"', "Acme", "", undefined]);
});
