// What stands beside the talk: what it is about, the panel that shows it live, what is remembered, how full the context is.
import { ContextGauge } from "./composer/composer.js";
import { canBeUndone, isInProjects } from "./operations.js";
import { Panel } from "./panel.js";
import { Focus, FocusChip, Memory, Workspace } from "./side_panel/subject.js";
import { ProjectPanel, StatePanel, SummaryPanel } from "./side_panel/tabs.js";
import { RUNNING } from "./transcript/state.js";

const $ = (id) => document.getElementById(id);

export class Beside {
  /** `focus` is as the page came with it. */
  constructor({ focus, conversation, socket, composer }) {
    this.conversation = conversation;
    this.memory = new Memory(conversation);
    this.workspace = new Workspace(socket);
    this.focus = new Focus(conversation, focus);
    this.chip = new FocusChip({ chips: [$("focus"), $("focus-here")], focus: this.focus });
    this.gauge = new ContextGauge({ button: $("gauge"), lastTurn: () => this.lastTurn() });
    this.makePanel(composer);
    this.focus.addEventListener("changed", () => this.workspace.follow(this.focus.value.project_id));
    this.workspace.follow(focus.project_id);
  }

  makePanel(composer) {
    const write = (words) => {
      composer.add(words);
      composer.text.focus();
    };
    const lastTurn = () => this.lastTurn();
    this.project = new ProjectPanel({
      place: $("panel-project"), workspace: this.workspace, focus: this.focus, write,
      lastTurn: () => this.doingTurn(), choose: () => this.chip.choice.open(),
    });
    this.state = new StatePanel({ place: $("panel-state"), memory: this.memory, say: (words) => this.conversation.say(words) });
    this.summary = new SummaryPanel({ place: $("panel-summary"), memory: this.memory, lastTurn });
    const remembered = (tab) => () => {
      tab.show();
      this.memory.look();
    };
    this.panel = new Panel({
      node: $("panel"), opener: $("show-panel"),
      shown: { project: () => this.project.show(), state: remembered(this.state), summary: remembered(this.summary) },
    });
  }

  /** What to send after each opening of the socket. */
  frames() {
    return this.workspace.frames();
  }

  /** Ask for what was not heard of. */
  renew() {
    this.focus.renew().catch(() => {}); // without a connection it is asked again with that
    this.memory.renew();
  }

  receive(frame) {
    this.focus.receive(frame);
    this.workspace.receive(frame);
    this.memory.receive(frame);
  }

  /** Something of the talk has changed. */
  show() {
    this.gauge.show();
    this.project.showTurn();
    if (this.panel.isShown("summary")) this.summary.showTurn();
  }

  lastTurn() {
    const turn = this.conversation.transcript.exchanges.findLast((exchange) => exchange.turn)?.turn ?? null;
    return { turn, isLive: RUNNING.has(turn?.status) };
  }

  /** The newest turn that changed something in projects, or is at work in them now. */
  doingTurn() {
    const does = ({ status, operations }) => operations.some(RUNNING.has(status) ? isInProjects : canBeUndone);
    const turn = this.conversation.transcript.exchanges.findLast((exchange) => exchange.turn && does(exchange.turn))?.turn ?? null;
    return { turn, isLive: RUNNING.has(turn?.status) };
  }
}
