// What the chat is about, how full the context is, and the panel beside the talk, which is loaded once it is open.
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { oneAtATime, onDemand } from "../shell/pacing.js";
import { number } from "./format.js";
import { finder } from "./finder.js";
import { toast, toastAway } from "./notices.js";
import { told } from "./told.js";
import { fetchReceipt, openReceipt } from "./transcript/answer_parts.js";
import { RUNNING } from "./transcript/state.js";
import { getJson, sendJson } from "./transport.js";

export class Beside {
  /** `focus` is as the page came with it. */
  constructor({ focus, conversation, socket, composer }) {
    this.focus = new Focus(conversation, focus);
    const chip = new FocusChip({ chips: [need("#focus"), need("#focus-here")], focus: this.focus });
    const lastTurn = () => newest(conversation.transcript);
    this.gauge = new ContextGauge({ button: need("#gauge"), lastTurn });
    /** @type {import("./side_panel/side_panel.js").SidePanel | null} */
    this.panel = null;
    this.load = onDemand(async () => {
      const { SidePanel } = await import("./side_panel/side_panel.js");
      return this.panel = new SidePanel({ focus: this.focus, conversation, socket, composer, lastTurn, choose: () => chip.choice.open() });
    });
    need("#show-panel").addEventListener("click", () => this.load().then((panel) => panel.toggle(), toastAway));
    this.loadIfOpen();
  }

  /** It may be open since the first paint: theme.js. */
  loadIfOpen() {
    if (document.documentElement.dataset.panel === "open") this.load().catch(toastAway); // with the connection it comes again
  }

  /** What to send after each opening of the socket. */
  frames() {
    return this.panel?.frames() ?? [];
  }

  /** Ask for what was not heard of. */
  renew() {
    this.focus.renew().catch(() => {}); // without a connection it is asked again with that
    this.loadIfOpen();
    this.panel?.renew();
  }

  receive(frame) {
    this.focus.receive(frame);
    this.panel?.receive(frame);
  }

  /** Something of the talk has changed. */
  show() {
    this.gauge.show();
    this.panel?.show();
  }
}

function newest({ exchanges }) {
  const turn = exchanges.findLast((exchange) => exchange.turn)?.turn ?? null;
  return { turn, isLive: RUNNING.has(turn?.status) };
}

// How full the model's reading is, in the composer, once that matters; it opens the receipt of the last answer.

const SHOWN_FROM = 0.5;

class ContextGauge {
  constructor({ button, lastTurn }) {
    this.button = button;
    this.lastTurn = lastTurn;
    this.shown = undefined;
    button.addEventListener("click", () => openReceipt(this.turn));
  }

  /** Show the last answer's; of an old one the receipt is asked for, once. */
  async show() {
    const { turn } = this.lastTurn();
    if (turn === this.turn && turn?.context === this.shown) return;
    this.turn = turn;
    this.shown = turn?.context;
    const usage = turn?.context ?? (turn?.answerId && turn.receiptId ? await fetchReceipt(turn).catch(() => null) : null);
    if (turn === this.turn) this.draw(usage).catch(() => {}); // without a connection the next answer brings it
  }

  async draw(usage) {
    const share = usage ? usage.tokens / usage.budget : 0;
    this.button.hidden = share < SHOWN_FROM;
    if (this.button.hidden) return;
    const { gauge } = await import("./transcript/receipt.js");
    const parts = partsOf(usage);
    const percent = `${Math.round(100 * share)}%`;
    this.button.title = parts.map(({ name, tokens }) => `${told(name)}: ${number(tokens)}`).join("\n");
    this.button.setAttribute("aria-label", gettext("Context: {percent} of the budget. Open the receipt", { percent }));
    this.button.replaceChildren(gauge({ ...usage, parts }), el("span", { class: "meta" }, percent));
  }
}

/** Events tell parts by name, receipts as rows. */
const partsOf = ({ parts }) => (Array.isArray(parts) ? parts : Object.entries(parts).map(([name, tokens]) => ({ name, tokens })));

// What the open chat is about: everything, a project, or one thing in it. The person chooses.

/** What a client sends of it: null for everything. */
export const wireOf = ({ project_id, type, id }) => (project_id ? { project_id, type, id } : null);

export class Focus extends EventTarget {
  /** Events: `changed`. `value` is as `/focus/` gives it. */
  constructor(conversation, value) {
    super();
    this.conversation = conversation;
    this.value = value;
    conversation.focus = wireOf(value);
  }

  /** Let the chat be about `value` from its next message on. What the server refuses goes back. */
  async choose(value) {
    const before = this.value;
    this.show(value);
    try {
      if (this.conversation.id) await this.store();
      else if (this.conversation.transcript.exchanges.length) this.conversation.addEventListener("opened", () => this.choose(this.value), { once: true });
    } catch (error) {
      if (this.value === value) this.show(before);
      toast(error.message);
    }
  }

  /** A new chat sends it with its first message; one that is stored keeps it at the server. */
  store() {
    return sendJson("PUT", this.path, this.conversation.focus ?? {});
  }

  get path() {
    return `/api/v1/conversations/${this.conversation.id}/focus/`;
  }

  /** Take the frame that tells of a choice, made here or in another tab. */
  receive({ type, conversation_id: id, focus }) {
    if (type !== "focus" || id !== this.conversation.id) return;
    this.show(focus);
    if (this.renew.isUnderWay()) this.renew().catch(() => {});
  }

  /** After a break another tab may have chosen unheard. */
  renew = oneAtATime(async () => {
    if (this.conversation.id) this.show(await getJson(this.path));
  });

  show(value) {
    this.value = value;
    this.conversation.focus = wireOf(value);
    this.dispatchEvent(new Event("changed"));
  }
}

// The chip that says what the chat is about, in the header and in the composer; it opens the choice.

const WORDS = { global: () => [gettext("Everything")], project: ({ project }) => [project], entity: ({ project, name }) => [project, name] };

class FocusChip {
  /** `chips` are buttons: the first one shows the way down to the thing, the others only the thing. */
  constructor({ chips, focus }) {
    this.chips = chips;
    this.focus = focus;
    this.choice = finder(
      { id: "focus-choice", label: gettext("What is this chat about?"), placeholder: gettext("Find a project, document or task") },
      async (field) => new (await import("./side_panel/focus_choice.js")).FocusChoice(field, focus),
    );
    for (const chip of chips) {
      chip.addEventListener("pointerenter", () => this.choice.load().catch(() => {})); // ahead of the click, which tells of a failure
      chip.addEventListener("click", () => this.choice.open());
    }
    focus.addEventListener("changed", () => this.show());
    this.show();
  }

  show() {
    const words = WORDS[this.focus.value.scope](this.focus.value);
    this.chips.forEach((chip, at) => {
      const shown = at === 0 ? words : words.slice(-1);
      chip.setAttribute("aria-label", gettext("About: {names}", { names: words.join(", ") }));
      chip.replaceChildren(icon("scope", "s"), ...shown.flatMap((word, place) => pieces(word, place === shown.length - 1)), icon("down", "s"));
    });
  }
}

const pieces = (word, isLast) => (isLast ? [el("b", { class: "clip", dir: "auto" }, word)]
  : [el("span", { class: "clip", dir: "auto" }, word), el("span", { "aria-hidden": "true" }, "/")]);
