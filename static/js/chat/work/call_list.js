// Tool calls, one readable line each, which expands to arguments and result.
// A line keeps its node while its call progresses, so that an expanded one stays expanded.
import { el, icon } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { duration, readable, runningClock } from "../format.js";
import { told } from "../told.js";
import { callStatus } from "../transcript/state.js";

const MARKS = { running: ["mark", "s spin"], done: ["check", "s"], failed: ["fail", "s"], waiting: ["shield", "s"], decided: ["shield", "s"], stopped: ["minus", "s"] };
const WORDS = { running: gettext("running for "), done: gettext("done in "), failed: gettext("failed after "), waiting: gettext("waits for you"), decided: gettext("decided since"), stopped: gettext("stopped") };

export class CallList {
  constructor() {
    this.lines = new Map();
    this.node = el("ul", { class: "calls", hidden: true });
  }

  update(calls, turn, isLive) {
    this.node.hidden = calls.length === 0;
    for (const call of calls) this.line(call.call_id).update(call, callStatus(turn, call, isLive));
  }

  line(id) {
    if (!this.lines.has(id)) {
      this.lines.set(id, new ToolLine());
      this.node.append(this.lines.get(id).node);
    }
    return this.lines.get(id);
  }
}

class ToolLine {
  constructor() {
    this.summary = el("summary");
    this.details = el("details", { class: "tool" }, this.summary);
    this.details.addEventListener("toggle", () => this.showContent());
    this.node = el("li", {}, this.details);
  }

  /** `status` is from callStatus. */
  update(call, status) {
    if (call === this.call && status === this.status) return;
    this.call = call;
    this.status = status;
    this.node.className = `call ${status}`;
    this.summary.replaceChildren(icon(...MARKS[status]),
      el("span", { class: "say" }, el("span", {}, told(call.label)), outcome(call, status)),
      meta(call, status), icon("right", "s turn-on"));
    this.showContent();
  }

  showContent() {
    this.io?.remove();
    this.io = this.details.open ? content(this.call) : null;
    if (this.io) this.details.append(this.io);
  }
}

function outcome({ summary }, status) {
  return summary && status !== "decided" ? [" ", el("span", { class: "note" }, summary)] : null;
}

function meta(call, status) {
  const words = el("span", { class: "vh" }, WORDS[status]);
  if (status === "running") return el("span", { class: "when" }, words, runningClock(Date.parse(call.started_at)));
  const took = ["done", "failed"].includes(status) && call.duration_ms !== undefined;
  return el("span", { class: "meta when" }, words, took ? duration(call.duration_ms) : null);
}

function content(call) {
  const came = call.result === null || call.result === undefined ? null : well(gettext("Came back"), call.result);
  return el("div", { class: "io" }, well(gettext("Sent to {name}", { name: call.tool }), call.arguments ?? {}), came);
}

const well = (title, value) => el("div", {}, el("p", {}, title),
  el("pre", { tabindex: "0", role: "region", "aria-label": title }, el("code", {}, readable(value))));
