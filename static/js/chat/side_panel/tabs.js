// The panel's tabs. Each is loaded when it first comes into sight, which for most chats is never.
import { el } from "../../shell/dom.js";
import { onDemand } from "../../shell/pacing.js";

class LateTab {
  /** `load` promises the class of the tab, which is made with `options`. */
  constructor(load, options) {
    this.place = options.place;
    this.tab = null;
    this.made = onDemand(async () => {
      const Tab = await load();
      this.tab = new Tab(options);
    });
  }

  show() {
    if (this.tab) return this.tab.show();
    return this.made().then(() => this.tab.show(), () => this.tellAway());
  }

  /** Show it anew if the newest turn has gone on; what was never in sight needs none. */
  showTurn() {
    this.tab?.showTurn();
  }

  tellAway() {
    const again = el("button", { type: "button", class: "btn small", onclick: () => this.show() }, "Try again");
    this.place.replaceChildren(el("div", { class: "panel-note", role: "alert" }, el("p", { class: "note" }, "There is no connection."), again));
  }
}

export class ProjectPanel extends LateTab {
  constructor(options) {
    super(async () => (await import("./project_tab.js")).ProjectPanel, options);
  }
}

export class StatePanel extends LateTab {
  constructor(options) {
    super(async () => (await import("./state_tab.js")).StatePanel, options);
  }
}

export class SummaryPanel extends LateTab {
  constructor(options) {
    super(async () => (await import("./summary_tab.js")).SummaryPanel, options);
  }
}
