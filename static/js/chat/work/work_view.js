// An answer's work: the plan, or the calls. Expanded while it runs, one line afterwards.
import { el, icon } from "../../shell/dom.js";
import { gettext, ngettext } from "../../shell/language.js";
import { CallList } from "./call_list.js";
import { duration, runningClock } from "../format.js";
import { approvalsKey, looseCalls, stepOf, stepStatus, workDigest } from "../transcript/state.js";

const FEW = 2; // calls that need no folding

export class WorkView {
  /** @type {PlanView | null} */ plan = null;
  /** @type {CallList | null} */ calls = null;

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

  /** Collapse when the answer is done, unless the focus is inside. */
  fold(turn, isLive) {
    const isSmall = !turn.plan && turn.tools.length <= FEW;
    this.summary.hidden = isSmall;
    this.summary.replaceChildren(...digestWords(workDigest(turn, isLive), isLive), icon("right", "s turn-on"));
    const isOpen = isLive || isSmall;
    if (isOpen !== this.wasOpen && !this.node.contains(document.activeElement)) this.node.open = isOpen;
    this.wasOpen = isOpen;
  }
}

function digestWords({ count, done, failed, skipped, waiting, took }, isLive) {
  const steps = ngettext("{count} step", "{count} steps", count);
  if (isLive) return [el("span", {}, ngettext("{done} of {count} step done", "{done} of {count} steps done", count, { done }))];
  const asides = [failed && gettext("{count} failed", { count: failed }), skipped && gettext("{count} skipped", { count: skipped }), waiting && gettext("waits for you")].filter(Boolean);
  const mark = waiting ? "shield" : failed ? "fail" : "check";
  return [icon(mark, "s"), el("span", {}, [steps, ...asides].join(", ")), took > 0 ? el("span", { class: "meta" }, `· ${duration(took)}`) : ""];
}

// A plan: its stages in order, each step with status, reason for failing or skipping, and calls.

const MARKS = {
  pending: ["ring"], running: ["mark", "spin"], waiting: ["shield"], decided: ["shield"], done: ["check"], failed: ["fail"], skipped: ["minus"], stopped: ["minus"],
};
const WORDS = { waiting: gettext("waits for you"), decided: gettext("decided since"), skipped: gettext("skipped"), stopped: gettext("stopped") };
const SPOKEN = { running: gettext("running for "), done: gettext("done in "), failed: gettext("failed after ") };

class PlanView {
  /** `say(words)` sends a message that requests a failed step again. */
  constructor(say) {
    this.say = say;
    /** @type {StepRow[]} */
    this.rows = [];
    this.node = el("div", { class: "card pad plan", role: "group" });
    this.loose = new CallList();
  }

  update(turn, isLive) {
    if (turn.plan !== this.plan) this.lay(turn.plan);
    for (const row of this.rows) row.update(turn, isLive);
    this.loose.update(looseCalls(turn), turn, isLive);
  }

  lay(plan) {
    this.plan = plan;
    this.rows = [];
    this.node.setAttribute("aria-label", gettext("Plan: {goal}", { goal: plan.goal }));
    this.node.replaceChildren(...plan.stages.map((stage) => this.stage(stage)), this.loose.node);
  }

  stage({ name, mode, steps }) {
    const rows = steps.map((step) => new StepRow(step, this.say));
    this.rows.push(...rows);
    const isParallel = mode === "parallel" && steps.length > 1;
    return el("section", { class: "stage" },
      el("h3", {}, name, isParallel ? el("span", {}, gettext("{count} at once", { count: steps.length })) : null),
      el("ol", { class: isParallel ? "steps par" : "steps" }, rows.map(({ node }) => node)));
  }
}

class StepRow {
  constructor(planned, say) {
    this.planned = planned;
    this.say = say;
    this.calls = new CallList();
    this.head = el("div", { class: "step-head" });
    this.node = el("li", {}, this.head, this.calls.node);
  }

  update(turn, isLive) {
    const { id, title } = this.planned;
    const calls = turn.tools.filter((call) => call.step_id === id);
    this.calls.update(calls, turn, isLive);
    const [step, status] = [stepOf(turn, id), stepStatus(turn, id, isLive)];
    if (step === this.step && status === this.status && isLive === this.wasLive) return;
    this.step = step;
    this.status = status;
    this.wasLive = isLive;
    this.node.className = `step ${status}`;
    this.head.replaceChildren(icon(...MARKS[status]), el("span", { class: "say" }, title), meta(step, status, isLive), ...note(step, status, calls),
      ...(status === "failed" && !isLive ? [this.again()] : []));
  }

  again() {
    const ask = () => this.say(`Try this step again: ${this.planned.title}`);
    return el("button", { type: "button", class: "link note", "aria-label": gettext("Try this step again: {step}", { step: this.planned.title }), onclick: ask }, gettext("Try this step again"));
  }
}

/** Why it failed, was skipped or waits, or its result, unless one of its calls says so already. */
function note(step, status, calls) {
  const words = status === "decided" ? "" : step?.note;
  return words && !calls.some((call) => call.summary === words) ? [el("span", { class: "note" }, words)] : [];
}

function meta(step, status, isLive) {
  if (status === "pending") return el("span", { class: "meta" }, isLive ? gettext("waiting") : gettext("not done"));
  if (status in WORDS) return el("span", { class: "meta" }, WORDS[status]);
  const spoken = el("span", { class: "vh" }, SPOKEN[status]);
  if (status === "running") return el("span", {}, spoken, runningClock(Date.parse(step.started_at)));
  return el("span", { class: "meta" }, spoken, step.duration_ms ? duration(step.duration_ms) : null);
}
