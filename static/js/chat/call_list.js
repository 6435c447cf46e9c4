// Calls of tools, one line each. A line stays the same node as its call goes on, so that what was opened stays open.
import { el } from "../shell/dom.js";
import { ToolLine } from "./tool_line.js";
import { callStatus } from "./transcript/state.js";

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
