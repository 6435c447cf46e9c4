// Pending approvals, docked above the composer: one at a time, newest first.
import { el, icon, iconButton } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { untilWords } from "../format.js";
import { told } from "../told.js";
import { ApprovalGroup } from "./approval_group.js";
import { isSettled } from "./approvals.js";
import { ArgumentFields } from "./argument_fields.js";

const TICK_MS = 1000;

export class ApprovalDock {
  constructor({ place, approvals, composer }) {
    this.place = place;
    this.approvals = approvals;
    this.composer = composer;
    this.cards = new WeakMap();
    this.shown = null;
    this.group = null;
    approvals.addEventListener("changed", () => this.show());
    setInterval(() => this.shown?.tick(), TICK_MS);
  }

  /** Show the next card. If the focus was in a removed card, it moves to the next one, or to the composer. */
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
    const group = approval ? this.together(approval) : null;
    if (card !== this.shown || group !== this.group) this.place.replaceChildren(...[group, card].filter(Boolean).map(({ node }) => node));
    this.shown = card;
    this.group = group;
    card?.count(pending.length - pending.indexOf(approval), pending.length);
  }

  /** Return the group that decides all calls of the answer of `approval`; null if it is the only one. */
  together({ turn_id: turn }) {
    const others = this.approvals.pending.filter((one) => one.turn_id === turn);
    if (others.length < 2) return null;
    const isSame = this.group?.approvals.length === others.length && others.every((one) => this.group.approvals.includes(one));
    return isSame ? this.group : new ApprovalGroup(others, {
      decide: (one, decision) => this.approvals.decide(one, decision, null),
      dismiss: (one) => this.approvals.dismiss(one),
    });
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

// One pending call: its effect, reason, exact arguments, and expiry.

class ApprovalCard {
  /** `decide(decision, edited)` may throw ApiError; `dismiss()` removes a settled card; `next()` shows another. */
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
    this.heading = el("h2", { class: "head", id: `what-${id}`, tabindex: "-1" }, told(what));
    return el("section", { class: "card ask", "aria-labelledby": `what-${id}` },
      el("div", { class: "pad" },
        el("div", { class: "line wrap" }, el("span", { class: "tag warn" }, icon("shield", "s"), gettext("Needs your approval")),
          this.place, el("span", { class: "grow" }), this.until),
        this.heading, why ? el("p", { class: "why" }, why) : null, this.missing(), this.fields.node),
      el("footer", {}, this.problem, Object.values(this.buttons)));
  }

  /** The missing connections of a draft agent; rare, so its module is loaded lazily. */
  missing() {
    const { missing, arguments: { sources, channels } } = this.approval;
    if (!missing?.length) return null;
    const place = el("div");
    const places = { source: (sources ?? []).join(", "), destination: (channels ?? []).join(", ") };
    import("../missing.js").then(({ missingLines }) => place.append(missingLines(missing, places)));
    return place;
  }

  makeButtons() {
    const button = (classes, onclick, ...words) => el("button", { type: "button", class: `btn ${classes}`, onclick }, ...words);
    return {
      approve: button("strike", () => this.send("approve")),
      edit: button("", () => this.edit(), gettext("Edit")),
      putBack: button("", () => this.putBack(), gettext("Put back")),
      reject: button("quiet danger", () => this.send("reject"), gettext("Reject")),
      close: button("", () => this.dismiss(), gettext("Close")),
    };
  }

  /** Escape only leaves the edited arguments. */
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

  /** It can no longer be decided: show why, and allow closing it. */
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
    const hasFields = this.fields.canBeEdited;
    approve.hidden = reject.hidden = Boolean(this.isOver);
    edit.hidden = !hasFields || this.isEditing || this.isOver;
    putBack.hidden = !this.isEditing || this.isOver;
    close.hidden = !this.isOver;
    approve.disabled = !this.fields.isValid;
    this.node.setAttribute("aria-busy", String(Boolean(this.sending)));
    approve.textContent = this.sending === "approve" ? gettext("Approving") : this.fields.isEdited ? gettext("Approve as edited") : gettext("Approve");
    reject.textContent = this.sending === "reject" ? gettext("Rejecting") : gettext("Reject");
  }

  /** Show the position among the pending ones. */
  count(number, of) {
    this.place.replaceChildren(...(of > 1
      ? [el("span", { class: "meta" }, gettext("{number} of {total}", { number, total: of })), iconButton("right", gettext("Next approval"), this.next, "s flip")] : []));
  }

  /** Count down to the end: an expired call cannot be approved. */
  tick() {
    const left = Date.parse(this.approval.expires_at) - Date.now();
    this.until.textContent = left > 0 ? gettext("expires {when}", { when: untilWords(left) }) : gettext("expired");
    if (left > 0 || this.isOver || this.sending) return;
    this.settle(gettext("This has expired and was not done. Ask for it again if it is still wanted."));
  }
}
