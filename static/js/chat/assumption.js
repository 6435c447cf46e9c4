// One assumption: its words, how sure it is, and the form that corrects both. It is never deleted, only refuted.
import { el, iconButton } from "../shell/dom.js";
import { correct, field } from "./correction.js";
import { toast } from "./toast.js";

/** @type {[number, string][]} */
const SURE = [[1, "Yes, that is so"], [0.9, "Very likely"], [0.6, "Perhaps"], [0.3, "Hardly"], [0, "No, that is wrong"]];
const YOURS = "You said so in the panel.";

const odds = (confidence) => `${Math.round(100 * confidence)}%`;

/** `save(assumptions)` stores updates, `left()` is called when a form is left. */
export function assumptionRow(assumption, save, left) {
  const { hypothesis, confidence, evidence } = assumption;
  const pencil = iconButton("pencil", `Correct: ${hypothesis}`, () => open(node, { back: pencil, assumption, save, left }), "s");
  const deny = () => save([{ ...assumption, confidence: 0, evidence: [YOURS] }]).catch((error) => toast(error.message));
  const refute = iconButton("x", `That is wrong: ${hypothesis}`, deny, "s");
  const isRefuted = confidence === 0;
  const node = el("li", { class: isRefuted ? "node refuted" : "node", title: evidence.join("\n") || null },
    el("span", { class: "grow", dir: "auto" }, isRefuted ? el("s", {}, hypothesis) : hypothesis),
    el("span", { class: "meta" }, odds(confidence)), pencil, isRefuted ? null : refute);
  return node;
}

function open(node, { back, assumption, save, left }) {
  const words = el("input", { class: "input", value: assumption.hypothesis, maxlength: "300", required: true });
  const nearest = SURE.reduce((best, [value]) => (Math.abs(value - assumption.confidence) < Math.abs(best - assumption.confidence) ? value : best), 1);
  const sure = el("select", { class: "input" }, SURE.map(([value, said]) => el("option", { value: String(value), selected: value === nearest }, said)));
  correct(node, {
    label: `Correct: ${assumption.hypothesis}`, fields: [field("What I assume", words), field("How sure", sure)], back, left,
    save: () => save(corrections(assumption, words.value.trim(), Number(sure.value))),
  });
}

/** Other words are another assumption: the old one is refuted, and stays to be seen. */
function corrections(assumption, hypothesis, confidence) {
  if (hypothesis === assumption.hypothesis) return [{ ...assumption, confidence, evidence: [YOURS] }];
  return [{ ...assumption, confidence: 0, evidence: [YOURS] }, { id: crypto.randomUUID(), hypothesis, confidence, evidence: [YOURS] }];
}
