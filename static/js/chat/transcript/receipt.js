// The receipt of an answer: parts of the prompt, omissions, cost, time, and the prompt's hash.
import { el } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { money, number, seconds } from "../format.js";
import { told } from "../told.js";

const GREYS = ["var(--ink)", "var(--ink-3)", "var(--edge)", "var(--line-2)"];

/** Toggle the receipt of `turn`, which `fetching()` promises, below `bar`. */
export async function toggleReceipt(bar, turn, fetching) {
  const open = bar.parentNode.querySelector(".receipt");
  if (open) return open.remove();
  const place = el("section", { class: "card pad receipt", "aria-label": gettext("Receipt"), "aria-busy": "true" }, gettext("Fetching the receipt"));
  bar.after(place);
  try {
    place.replaceChildren(...contents(await fetching(), turn));
  } catch (error) {
    place.replaceChildren(el("p", { class: "note" }, error.message));
  }
  place.removeAttribute("aria-busy");
  place.scrollIntoView({ block: "nearest" });
}

function contents(receipt, turn) {
  return [
    gauge(receipt),
    el("div", { class: "cols" }, sentColumn(receipt, turn), leftOutColumn(receipt)),
    facts(receipt, turn.usage ?? {}),
  ];
}

function colourOf(part, at) {
  return /message/i.test(part.name) ? "var(--ember-fill)" : GREYS[at % GREYS.length];
}

/** A bar of the sent tokens by part; {parts: [{name, tokens}], tokens, budget}. */
export function gauge(receipt) {
  const bar = el("span", { class: "gauge", role: "img", "aria-label": gettext("{tokens} of {budget} tokens used", { tokens: number(receipt.tokens), budget: number(receipt.budget) }) });
  receipt.parts.forEach((part, at) => {
    const piece = el("i");
    piece.style.inlineSize = `${(100 * part.tokens) / Math.max(receipt.budget, receipt.tokens, 1)}%`;
    piece.style.setProperty("--g", colourOf(part, at));
    bar.append(piece);
  });
  return bar;
}

function sentColumn(receipt, turn) {
  const rows = receipt.parts.flatMap((part, at) => {
    const key = el("i");
    key.style.setProperty("--g", colourOf(part, at));
    return [key, el("span", { class: "first-letter" }, told(part.name)), el("span", { class: "meta" }, number(part.tokens))];
  });
  const model = turn.usage?.model?.split(":").at(-1); // without the provider
  return el("div", {}, el("h3", {}, model ? gettext("Sent to {name}", { name: model }) : gettext("Read by the rules")), el("div", { class: "keyed" }, ...rows));
}

function leftOutColumn(receipt) {
  const rows = receipt.left_out.flatMap(({ what, why }) => [el("span", {}, told(what)), el("span", { class: "out" }, told(why))]);
  const nothing = el("p", { class: "note" }, gettext("Nothing. All of this conversation fits."));
  return el("div", {}, el("h3", {}, gettext("Left out")), rows.length ? el("div", { class: "keyed plain" }, ...rows) : nothing);
}

function facts(receipt, usage) {
  const pairs = [
    [gettext("Cost"), usage.tokens && !Number(usage.cost) ? gettext("No price known") : money(usage.cost ?? 0)],
    [gettext("First word"), usage.first_text_ms ? seconds(usage.first_text_ms) : null],
    [gettext("Whole answer"), usage.duration_ms ? seconds(usage.duration_ms) : null],
    [gettext("Tokens"), gettext("{number} of {total}", { number: number(receipt.tokens), total: number(receipt.budget) })],
    [gettext("Prompt"), receipt.prompt_hash ? `sha ${receipt.prompt_hash.slice(0, 4)}…${receipt.prompt_hash.slice(-2)}` : null],
  ];
  return el("dl", { class: "receipt-facts" }, ...pairs.filter(([, value]) => value).map(([name, value]) =>
    el("div", { class: "line" }, el("dt", {}, name), el("dd", { class: "meta" }, value))));
}
