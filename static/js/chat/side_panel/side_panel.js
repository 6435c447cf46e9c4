// The panel's tabs, each loaded when it is first shown, and their data.
import { el, need } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { onDemand } from "../../shell/pacing.js";
import { canBeUndone, isInProjects } from "../operations.js";
import { RUNNING } from "../transcript/state.js";
import { Memory } from "./memory.js";
import { Panel } from "./panel.js";
import { Workspace } from "./workspace.js";

export class SidePanel {
  /** `lastTurn()` returns {turn, isLive} of the newest answer; `choose()` opens the choice of a focus. */
  constructor({ focus, conversation, socket, composer, lastTurn, choose }) {
    this.conversation = conversation;
    this.memory = new Memory(conversation);
    this.workspace = new Workspace(socket);
    const write = (words) => {
      composer.add(words);
      composer.text.focus();
    };
    this.project = new LateTab(async () => (await import("./project_tab.js")).ProjectPanel, {
      place: need("#panel-project"), workspace: this.workspace, focus, write, lastTurn: () => this.doingTurn(), choose,
    });
    this.state = new LateTab(async () => (await import("./state_tab.js")).StatePanel, {
      place: need("#panel-state"), memory: this.memory, say: (words) => conversation.say(words),
    });
    this.summary = new LateTab(async () => (await import("./summary_tab.js")).SummaryPanel, {
      place: need("#panel-summary"), memory: this.memory, lastTurn,
    });
    const remembered = (tab) => () => {
      tab.show();
      this.memory.look();
    };
    this.panel = new Panel({
      node: need("#panel"), opener: need("#show-panel"),
      shown: { project: () => this.project.show(), state: remembered(this.state), summary: remembered(this.summary) },
    });
    focus.addEventListener("changed", () => this.workspace.follow(focus.value.project_id));
    this.workspace.follow(focus.value.project_id);
  }

  toggle() {
    this.panel.toggle();
  }

  /** Frames to send whenever the socket opens. */
  frames() {
    return this.workspace.frames();
  }

  /** Fetch what was missed. */
  renew() {
    this.memory.renew();
  }

  receive(frame) {
    this.workspace.receive(frame);
    this.memory.receive(frame);
  }

  /** Update after a change of the conversation. */
  show() {
    this.project.showTurn();
    if (this.panel.isShown("summary")) this.summary.showTurn();
  }

  /** The newest turn that changed, or is changing, projects. */
  doingTurn() {
    const does = ({ status, operations }) => operations.some(RUNNING.has(status) ? isInProjects : canBeUndone);
    const turn = this.conversation.transcript.exchanges.findLast((exchange) => exchange.turn && does(exchange.turn))?.turn ?? null;
    return { turn, isLive: RUNNING.has(turn?.status) };
  }
}

class LateTab {
  /** `load` promises the tab's class, which is created with `options`. */
  constructor(load, options) {
    this.place = options.place;
    this.tab = null;
    this.made = onDemand(async () => {
      const Tab = await load();
      return this.tab = new Tab(options);
    });
  }

  show() {
    if (this.tab) return this.tab.show();
    return this.made().then((tab) => tab.show(), () => this.tellAway());
  }

  /** Redraw if the newest turn has progressed; a tab that was never shown needs none. */
  showTurn() {
    this.tab?.showTurn();
  }

  tellAway() {
    const again = el("button", { type: "button", class: "btn small", onclick: () => this.show() }, gettext("Try again"));
    this.place.replaceChildren(el("div", { class: "panel-note", role: "alert" }, el("p", { class: "note" }, gettext("There is no connection.")), again));
  }
}
