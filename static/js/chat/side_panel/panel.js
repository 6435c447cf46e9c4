// The panel beside the chat: three tabs, beside it on a wide screen, a sheet over it on a narrow one.
import { el, need } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";

const KEY = "omniforge.panel";
const root = document.documentElement;
const isNarrow = () => matchMedia("(max-width: 75rem)").matches;

export class Panel {
  /** `shown` maps tabs to functions that are called when the tab is shown. */
  constructor({ node, opener, shown }) {
    this.node = node;
    this.opener = opener;
    this.shown = shown;
    this.main = need("#main");
    this.tabs = [...node.querySelectorAll("[role=tab]")];
    need("#close-panel", node).addEventListener("click", () => this.close());
    node.addEventListener("keydown", (event) => this.pressed(event));
    for (const tab of this.tabs) tab.addEventListener("click", () => this.select(tab));
    matchMedia("(max-width: 75rem)").addEventListener("change", () => this.isOpen && this.settle());
    if (this.isOpen) this.setHidden(false); // open since the first paint: theme.js
  }

  get isOpen() {
    return root.dataset.panel === "open";
  }

  isShown(name) {
    return this.isOpen && !need(`#panel-${name}`).hidden;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    localStorage.setItem(KEY, "open");
    this.setHidden(false);
    this.tabs.find((tab) => tab.tabIndex === 0).focus({ preventScroll: true });
  }

  close() {
    localStorage.setItem(KEY, "closed");
    this.setHidden(true);
    this.opener.focus();
  }

  setHidden(hidden) {
    root.dataset.panel = hidden ? "closed" : "open";
    this.opener.setAttribute("aria-expanded", String(!hidden));
    this.opener.setAttribute("aria-label", hidden ? gettext("Show panel") : gettext("Hide panel"));
    this.settle();
    if (!hidden) this.tell();
  }

  /** A sheet traps the focus, and a click outside closes it. */
  settle() {
    const isSheet = this.isOpen && isNarrow();
    this.main.inert = isSheet;
    this.shade?.remove();
    this.shade = isSheet ? el("div", { class: "shade", onclick: () => this.close() }) : null;
    if (this.shade) this.node.before(this.shade);
  }

  select(tab) {
    for (const one of this.tabs) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      this.placeOf(one).hidden = one !== tab;
    }
    this.tell();
  }

  placeOf = (tab) => need(`#${tab.getAttribute("aria-controls")}`);

  tell() {
    const tab = this.tabs.find((one) => one.tabIndex === 0);
    this.shown[tab.id.replace("tab-", "")]();
  }

  pressed(event) {
    if (event.key === "Escape" && !event.defaultPrevented && isNarrow()) {
      event.preventDefault(); // closes the sheet only, without stopping an answer
      this.close();
    }
    const at = this.tabs.indexOf(event.target);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = this.tabs.at(next % this.tabs.length);
    this.select(tab);
    tab.focus();
  }
}
