// All that is done for an answer: the plan, or the calls. Open while it goes on; one line once it is done.
import { el, icon } from "../shell/dom.js";
import { CallList } from "./call_list.js";
import { duration } from "./format.js";
import { PlanView } from "./plan.js";
import { approvalsKey, workDigest } from "./work.js";

const FEW = 2; // calls that need no fold

export class WorkView {
  /** @type {PlanView} */ plan;
  /** @type {CallList} */ calls;

  constructor(say) {
    this.say = say;
    this.summary = el("summary");
    this.node = el("details", { class: "work", "aria-live": "off" }, this.summary);
    this.shown = [];
  }

  update(turn, isLive) {
    const keys = [turn.plan, turn.steps, turn.tools, approvalsKey(turn), turn.usage, isLive];
    if (keys.every((key, at) => key === this.shown[at])) return;
    this.shown = keys;
    this.showContent(turn, isLive);
    this.fold(turn, isLive);
  }

  showContent(turn, isLive) {
    if (turn.plan) {
      this.plan ??= new PlanView(this.say);
      this.plan.update(turn, isLive);
      this.hold(this.plan.node);
    } else {
      this.calls ??= new CallList();
      this.calls.update(turn.tools, turn, isLive);
      this.hold(this.calls.node);
    }
  }

  hold(content) {
    if (content.parentNode === this.node) return;
    this.node.replaceChildren(this.summary, content);
  }

  /** It closes when the answer is done, but not around whoever is in it. */
  fold(turn, isLive) {
    const isSmall = !turn.plan && turn.tools.length <= FEW;
    this.summary.hidden = isSmall;
    this.summary.replaceChildren(...words(workDigest(turn, isLive), isLive), icon("right", "s turn-on"));
    const isOpen = isLive || isSmall;
    if (isOpen !== this.wasOpen && !this.node.contains(document.activeElement)) this.node.open = isOpen;
    this.wasOpen = isOpen;
  }
}

function words({ count, done, failed, skipped, waiting, took }, isLive) {
  const steps = count === 1 ? "1 step" : `${count} steps`;
  if (isLive) return [el("span", {}, `${done} of ${steps} done`)];
  const asides = [failed && `${failed} failed`, skipped && `${skipped} skipped`, waiting && "waits for you"].filter(Boolean);
  const mark = waiting ? "shield" : failed ? "fail" : "check";
  return [icon(mark, "s"), el("span", {}, [steps, ...asides].join(", ")), el("span", { class: "meta" }, `· ${duration(took)}`)];
}
