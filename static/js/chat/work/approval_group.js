// Several pending calls of one answer, listed together and decided with one click.
import { el } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { told } from "../told.js";
import { isSettled } from "./approvals.js";

/** `decide(approval, decision)` may throw ApiError; `dismiss(approval)` removes a settled one. */
export class ApprovalGroup {
  constructor(approvals, { decide, dismiss }) {
    this.approvals = approvals;
    this.decide = decide;
    this.dismiss = dismiss;
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.buttons = [
      el("button", { type: "button", class: "btn", onclick: () => this.send("approve") }, gettext("Approve all {count}", { count: approvals.length })),
      el("button", { type: "button", class: "btn quiet danger", onclick: () => this.send("reject") }, gettext("Reject all {count}", { count: approvals.length })),
    ];
    this.node = this.layOut();
  }

  layOut() {
    const [newest] = this.approvals.slice(-1);
    const id = `together-${newest.approval_id}`;
    return el("section", { class: "card ask", "aria-labelledby": id },
      el("div", { class: "pad" },
        el("p", { class: "head", id }, gettext("{count} calls of this answer wait together", { count: this.approvals.length })),
        el("ul", {}, this.approvals.map(({ what }) => el("li", {}, told(what))))),
      el("footer", {}, this.problem, this.buttons));
  }

  /** Decide each without edits; those decided elsewhere meanwhile are skipped. */
  async send(decision) {
    for (const button of this.buttons) button.disabled = true;
    for (const approval of this.approvals) {
      try {
        await this.decide(approval, decision);
      } catch (error) {
        if (isSettled(error)) this.dismiss(approval);
        else return this.failed(error);
      }
    }
  }

  failed({ message }) {
    for (const button of this.buttons) button.disabled = false;
    this.problem.textContent = message;
    this.problem.hidden = false;
  }
}
