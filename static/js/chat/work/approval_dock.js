// The approvals that wait, docked above the composer: one at a time, the newest first.
import { el, icon, iconButton } from "../../shell/dom.js";
import { asText, fromText } from "../argument_values.js";
import { untilWords } from "../format.js";
import { isSettled } from "./approvals.js";

const TICK_MS = 1000;

export class ApprovalDock {
  constructor({ place, approvals, composer }) {
    this.place = place;
    this.approvals = approvals;
    this.composer = composer;
    this.cards = new WeakMap();
    this.shown = null;
    approvals.addEventListener("changed", () => this.show());
    setInterval(() => this.shown?.tick(), TICK_MS);
  }

  /** Show the card in turn. Whoever was in a card that went is led to the next one, or to the composer. */
  show() {
    const { pending } = this.approvals;
    const hadFocus = this.place.contains(document.activeElement);
    const at = Math.max(0, pending.findIndex((one) => this.cards.get(one) === this.shown));
    const approval = this.shown && pending.some((one) => this.cards.get(one) === this.shown) ? pending[at] : pending.at(-1);
    this.put(approval);
    if (hadFocus && !this.place.contains(document.activeElement)) (this.shown?.heading ?? this.composer.text).focus();
  }

  put(approval) {
    const { pending } = this.approvals;
    const card = approval ? this.card(approval) : null;
    if (card !== this.shown) this.place.replaceChildren(...(card ? [card.node] : []));
    this.shown = card;
    card?.count(pending.length - pending.indexOf(approval), pending.length);
  }

  card(approval) {
    if (!this.cards.has(approval)) {
      this.cards.set(approval, new ApprovalCard(approval, {
        decide: (decision, edited) => this.approvals.decide(approval, decision, edited),
        dismiss: () => this.approvals.dismiss(approval),
        next: () => this.turnFrom(approval),
      }));
    }
    return this.cards.get(approval);
  }

  turnFrom(approval) {
    const { pending } = this.approvals;
    this.put(pending.at(pending.indexOf(approval) - 1));
    this.shown.heading.focus();
  }
}

// One call that waits for the person: what it would do, why, with exactly which arguments, until when.

export class ApprovalCard {
  /** `decide(decision, edited)` may raise ApiError; `dismiss()` takes a settled card away; `next()` shows another. */
  constructor(approval, { decide, dismiss, next }) {
    this.approval = approval;
    this.decide = decide;
    this.dismiss = dismiss;
    this.next = next;
    this.fields = new ArgumentFields(approval.arguments, approval.names, () => this.showButtons());
    this.until = el("span", { class: "meta" });
    this.place = el("span", { class: "line" });
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.buttons = this.makeButtons();
    this.node = this.layOut();
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.tick();
    this.showButtons();
  }

  layOut() {
    const { approval_id: id, what, why } = this.approval;
    this.heading = el("h2", { class: "head", id: `what-${id}`, tabindex: "-1" }, what);
    return el("section", { class: "card ask", "aria-labelledby": `what-${id}` },
      el("div", { class: "pad" },
        el("div", { class: "line wrap" }, el("span", { class: "tag warn" }, icon("shield", "s"), "Needs your approval"),
          this.place, el("span", { class: "grow" }), this.until),
        this.heading, why ? el("p", { class: "why" }, why) : null, this.fields.node),
      el("footer", {}, this.problem, Object.values(this.buttons)));
  }

  makeButtons() {
    const button = (classes, onclick, ...words) => el("button", { type: "button", class: `btn ${classes}`, onclick }, ...words);
    return {
      approve: button("strike", () => this.send("approve")),
      edit: button("", () => this.edit(), "Edit"),
      putBack: button("", () => this.putBack(), "Put back"),
      reject: button("quiet danger", () => this.send("reject"), "Reject"),
      close: button("", () => this.dismiss(), "Close"),
    };
  }

  /** Escape leaves the edited arguments, and nothing else. */
  pressed(event) {
    if (event.key !== "Escape" || !this.isEditing || this.sending || this.isOver) return;
    event.preventDefault();
    this.putBack();
  }

  edit() {
    this.isEditing = true;
    this.showButtons();
    this.fields.edit();
  }

  putBack() {
    this.isEditing = false;
    this.fields.reset();
    this.buttons.edit.focus();
  }

  async send(decision) {
    if (this.sending) return;
    const edited = decision === "approve" && this.fields.isEdited ? this.fields.read() : null;
    this.sending = decision;
    this.show(null);
    try {
      await this.decide(decision, edited);
    } catch (error) {
      this.sending = null;
      if (isSettled(error)) this.settle(error.message);
      else this.show(error.message);
    }
  }

  /** It can be decided no more: say why, and let it be closed. */
  settle(problem) {
    const hadFocus = this.node.contains(document.activeElement);
    this.isOver = true;
    this.fields.lock();
    this.show(problem);
    if (hadFocus) this.buttons.close.focus();
  }

  show(problem) {
    this.problem.hidden = !problem;
    this.problem.replaceChildren(...(problem ? [icon("alert", "s"), problem] : []));
    this.showButtons();
  }

  showButtons() {
    const { approve, edit, putBack, reject, close } = this.buttons;
    const hasFields = this.fields.fields.length > 0;
    approve.hidden = reject.hidden = Boolean(this.isOver);
    edit.hidden = !hasFields || this.isEditing || this.isOver;
    putBack.hidden = !this.isEditing || this.isOver;
    close.hidden = !this.isOver;
    approve.disabled = !this.fields.isValid;
    this.node.setAttribute("aria-busy", String(Boolean(this.sending)));
    approve.textContent = this.sending === "approve" ? "Approving" : this.fields.isEdited ? "Approve as edited" : "Approve";
    reject.textContent = this.sending === "reject" ? "Rejecting" : "Reject";
  }

  /** Say how many wait, of which this is the newest or another one. */
  count(number, of) {
    this.place.replaceChildren(...(of > 1
      ? [el("span", { class: "meta" }, `${number} of ${of}`), iconButton("right", "Next approval", this.next, "s flip")] : []));
  }

  /** Count down, also to the end: what has expired cannot be approved. */
  tick() {
    const left = Date.parse(this.approval.expires_at) - Date.now();
    this.until.textContent = left > 0 ? `expires ${untilWords(left)}` : "expired";
    if (left > 0 || this.isOver || this.sending) return;
    this.settle("This has expired and was not done. Ask for it again if it is still wanted.");
  }
}

// The exact arguments of a call, each in a well; once edited, each is checked as it is written.

const ONE_LINE = 60; // characters

export class ArgumentFields {
  /** `names` are by argument: what its id means is shown by its name, and sent as it was unless it is edited. */
  constructor(values, names, onChange) {
    this.values = values;
    this.onChange = onChange;
    this.fields = Object.entries(values).map(([name, value]) => field(name, value, names, () => this.checked()));
    this.node = el("dl", { class: "facts arguments" }, this.fields.flatMap(({ label, place }) => [label, place]));
  }

  /** Let the person write; the first field gets the focus. */
  edit() {
    for (const { input } of this.fields) input.readOnly = false;
    this.fields[0]?.input.focus();
  }

  /** Let nobody write any more. */
  lock() {
    for (const { input } of this.fields) input.readOnly = true;
  }

  /** Put back what was asked for. */
  reset() {
    this.lock();
    for (const { input, text } of this.fields) input.value = text;
    this.checked();
  }

  checked() {
    this.fields.forEach(check);
    this.fields.find(({ input }) => input === document.activeElement)?.problem.scrollIntoView({ block: "nearest" });
    this.onChange();
  }

  get isEdited() {
    return this.fields.some(({ input, text }) => input.value !== text);
  }

  get isValid() {
    return this.fields.every((one) => !read(one).problem);
  }

  read() {
    return Object.fromEntries(this.fields.map((one) => [one.name, read(one).value]));
  }
}

function field(name, value, names, onInput) {
  const id = `argument-${crypto.randomUUID()}`;
  const text = names[name] ?? asText(value);
  const isLong = text.length > ONE_LINE || text.includes("\n");
  const input = el(isLong ? "textarea" : "input", {
    class: "input small mono well", id, readonly: true, rows: isLong ? lines(text) : null, placeholder: value === null ? "not set" : null, "aria-describedby": `${id}-problem`, oninput: onInput,
  });
  input.value = text;
  const problem = el("p", { class: "problem", id: `${id}-problem`, hidden: true });
  return {
    name, value, text, input, problem,
    label: el("dt", {}, el("label", { for: id }, name.replaceAll("_", " "))), place: el("dd", {}, input, problem),
  };
}

/** For browsers that do not size a field by its content. */
const lines = (text) => Math.min(8, text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / ONE_LINE), 0));

/** What was not touched is sent as it was: line ends and spaces stay those of the call. */
const read = ({ input, text, value }) => (input.value === text ? { value } : fromText(input.value, value));

function check(one) {
  const words = read(one).problem;
  one.input.setAttribute("aria-invalid", String(Boolean(words)));
  one.problem.hidden = !words;
  one.problem.replaceChildren(...(words ? [icon("alert", "s"), words] : []));
}
