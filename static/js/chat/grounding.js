// How well the documents could answer: one line under the sources, which opens to how that was found out.
import { el, icon } from "../shell/dom.js";

export function groundingLine({ score, threshold, reason, flags, attempts, rewritten_query: rewritten, steps }) {
  const fits = score >= threshold;
  const words = fits ? "Answered from your documents" : "Not a question for your documents";
  return el("details", { class: "grounding" },
    el("summary", { class: "note" }, icon(fits ? "check" : "minus", "s"), words,
      el("span", { class: "meta" }, `${score} of 100${searches(attempts)}`), icon("right", "s turn-on")),
    el("div", { class: "note" }, reason && el("p", { dir: "auto" }, reason),
      rewritten && el("p", { dir: "auto" }, `Searched again for “${rewritten}”.`),
      el("ol", {}, steps.map((step) => el("li", { dir: "auto" }, step))),
      flags.map((flag) => el("p", { class: "tag warn" }, icon("alert", "s"), flag))));
}

const searches = (attempts) => (attempts ? ` · ${attempts} ${attempts === 1 ? "search" : "searches"}` : "");
