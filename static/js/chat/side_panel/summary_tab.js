// The panel's third tab: the summary, its verbatim sentences, and earlier versions.
import { el, icon } from "../../shell/dom.js";
import { gettext, ngettext } from "../../shell/language.js";
import { number, shortDay } from "../format.js";
import { toast } from "../notices.js";
import { fetchReceipt, openReceipt } from "../transcript/answer_parts.js";
import { gauge } from "../transcript/receipt.js";
import { RUNNING } from "../transcript/state.js";
import { button, correct, emptyNote, field, problem, replaceKeepingFocus, row, rows, section, waitingNote } from "./sections.js";

const NOTHING_YET = gettext("Nothing is summarised yet: all of this chat still fits. Once it grows, what was said stands here in short, and no fact is lost.");
const AUTHORS = { person: gettext("by you"), rules: gettext("by rules"), model: gettext("by a model") };

const isRunning = (turn) => Boolean(turn) && RUNNING.has(turn.status);

export class SummaryPanel {
  /** `lastTurn()` returns {turn}, whose receipt is shown below. */
  constructor({ place, memory, lastTurn }) {
    this.place = place;
    this.memory = memory;
    this.lastTurn = lastTurn;
    this.context = new ContextView();
    memory.addEventListener("changed", () => this.show());
  }

  show() {
    if (this.place.querySelector("form")) return; // don't discard input
    const { turn } = this.lastTurn();
    replaceKeepingFocus(this.place, [...this.content(), this.context.node(turn)].filter(Boolean));
  }

  /** Redraw if the last answer has got its receipt. */
  showTurn() {
    const { turn } = this.lastTurn();
    if (!isRunning(turn) && turn?.receiptId !== this.context.of) this.show();
  }

  content() {
    const { data, error, conversation } = this.memory;
    if (error) return [problem(error, () => this.memory.load())];
    if (conversation.id && !data) return [waitingNote(gettext("Fetching what I remember"))];
    if (!data?.summary) return [emptyNote(NOTHING_YET)];
    return [this.words(data.summary), this.kept(data.summary), this.earlier(data)];
  }

  words(summary) {
    const edit = button(gettext("Edit"), () => this.edit(text, edit, summary), { at: "edit-summary" });
    const pinned = summary.pinned && el("span", { class: "tag" }, icon("pin", "s"), gettext("pinned"));
    const text = el("div", { class: "summary" }, el("p", { dir: "auto" }, summary.text || gettext("No words, only what is kept below.")),
      el("div", { class: "line" }, edit, pinned, el("span", { class: "note" }, gettext("{author}, messages {first} to {last}", { author: AUTHORS[summary.source] ?? "", first: summary.covers_from, last: summary.covers_to }))));
    return section(gettext("Summary"), { aside: gettext("version {number}", { number: summary.version }) }, text);
  }

  kept({ facts, carried }) {
    const lines = [...facts, ...carried.map(({ text }) => text)].map((words) => row({ mark: "pin", words }));
    return lines.length ? section(gettext("Kept word for word"), {}, rows(lines)) : null;
  }

  edit(node, back, summary) {
    const text = el("textarea", { class: "input", rows: "8", maxlength: "8000" }, summary.text);
    const facts = el("textarea", { class: "input", rows: "5" }, summary.facts.join("\n"));
    correct(node, {
      label: gettext("Correct the summary"), fields: [field(gettext("In your words"), text), field(gettext("Facts, one a line"), facts)], back, left: () => this.show(),
      save: () => this.store(this.memory.correct(text.value.trim(), facts.value.split("\n").map((line) => line.trim()).filter(Boolean))),
    });
  }

  async store(saving) {
    await saving;
    this.place.querySelector("form")?.remove();
    this.show();
  }

  earlier({ versions, summary }) {
    if (versions.length < 2) return null;
    const head = el("summary", { class: "note", "data-at": "earlier" }, icon("history", "s"), ngettext("{count} version", "{count} versions", versions.length), icon("right", "s turn-on"));
    const keep = ({ target }) => { this.isUnfolded = target.open; };
    return el("section", {}, el("details", { class: "earlier", open: this.isUnfolded, ontoggle: keep }, head,
      el("ol", { class: "versions" }, versions.map((one) => this.version(one, one.version === summary.version)))));
  }

  version(one, isStanding) {
    const { version, pinned } = one;
    const act = (at, words, run) => button(words, () => run().catch((error) => toast(error.message)),
      { look: "quiet", label: gettext("{action}: version {number}", { action: words, number: version }), at: `${at}-${version}` });
    const said = [AUTHORS[one.source] ?? "", shortDay(one.created_at), ...(isStanding ? [gettext("this one stands")] : [])].join(", ");
    return el("li", {},
      el("div", { class: "line" }, el("span", { class: "meta" }, gettext("version {number}", { number: version })), el("span", { class: "note grow" }, said)),
      el("p", { class: "note", dir: "auto" }, one.text),
      el("div", { class: "line" }, act("pin", pinned ? gettext("Unpin") : gettext("Pin"), () => this.memory.pin(version, !pinned)),
        isStanding ? null : act("back", gettext("Go back to this"), () => this.memory.restore(version))));
  }
}

// The last answer's context: a bar of its parts, and a link to the receipt.

class ContextView {
  /** @type {HTMLElement | null} */
  place = null;

  /** Return the section for `turn`, or null without a receipt; its content is filled in when it has loaded. */
  node(turn) {
    if (isRunning(turn)) return this.place ? section(gettext("Given to the last answer"), {}, this.place) : null; // the receipt exists after its end
    if (!turn?.receiptId) {
      this.of = turn?.receiptId;
      this.place = null;
      return null;
    }
    if (turn.receiptId !== this.of) {
      this.of = turn.receiptId;
      this.place = el("div", { class: "panel-note context" });
      this.fill(this.place, turn);
    }
    return section(gettext("Given to the last answer"), {}, this.place);
  }

  async fill(place, turn) {
    const receipt = await fetchReceipt(turn).catch((error) => {
      place.replaceChildren(problem(error.message, () => this.fill(place, turn)));
    });
    if (!receipt) return;
    place.replaceChildren(gauge(receipt),
      el("p", { class: "note" }, used(receipt)),
      button(gettext("Open the receipt"), () => openReceipt(turn), { look: "quiet" }));
  }
}

function used({ tokens, budget, left_out: { length } }) {
  const values = { tokens: number(tokens), budget: number(budget), count: length };
  return length ? gettext("{tokens} of {budget} tokens; {count} left out", values) : gettext("{tokens} of {budget} tokens; nothing was left out", values);
}
