// A project's entities on its page: a tab for each kind, tasks also as a board.
import { announce } from "../chat/notices.js";
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { inTurn } from "../shell/pacing.js";
import { makeIn, patchRow, tried } from "./acts.js";
import { Board, EntityList } from "./entity_views.js";
import { quickAdd } from "./quick_add.js";
import { ENTITY_KINDS } from "./live.js";
import { KINDS, stateWords } from "./words.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class WorkPart {
  constructor({ projectId, rows, mayWrite, kinds, leftOut }) {
    this.projectId = projectId;
    this.rows = rows;
    this.mayWrite = mayWrite;
    this.kinds = kinds;
    this.leftOut = leftOut;
    this.next = inTurn();
    /** @type {EntityList | Board | null} */
    this.view = null;
    this.tabs = need("#kinds");
    this.place = need("#work");
    this.tabs.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.open(this.wished()));
    this.tabs.append(...ENTITY_KINDS.map((kind) => this.tabOf(kind)));
    this.open(this.wished());
  }

  /** The view in the URL: #board, or a kind as #goals. */
  wished() {
    const name = location.hash.slice(1);
    const kind = ENTITY_KINDS.find((one) => `${one}s` === name);
    return name === "board" ? { kind: "task", isBoard: true } : { kind: kind ?? "task", isBoard: false };
  }

  tabOf(kind) {
    return el("button", {
      type: "button", role: "tab", id: `tab-${kind}`, "aria-controls": "work", onclick: () => this.choose({ kind, isBoard: false }),
    }, KINDS[kind].many, el("span", { class: "meta" }));
  }

  choose({ kind, isBoard }) {
    history.replaceState(null, "", isBoard ? "#board" : `#${kind}s`);
    this.open({ kind, isBoard });
  }

  open({ kind, isBoard }) {
    this.kind = kind;
    this.isBoard = isBoard;
    for (const tab of /** @type {Iterable<HTMLElement>} */ (this.tabs.children)) {
      const isOpen = tab.id === `tab-${kind}`;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
    }
    const View = isBoard ? Board : EntityList;
    const view = new View({
      projectId: this.projectId, kind, rules: this.kinds[kind], mayWrite: this.mayWrite, choose: (entity, state) => this.next(() => this.change(entity, state)),
    });
    this.place.setAttribute("aria-labelledby", `tab-${kind}`);
    this.place.replaceChildren(...this.headOf(kind, isBoard), view.node, ...this.footOf());
    this.view = view;
    this.show();
  }

  headOf(kind, isBoard) {
    const views = kind === "task" && el("div", { class: "line views", role: "group", "aria-label": gettext("View") },
      [[gettext("List"), false], [gettext("Board"), true]].map(([label, board]) => el("button", {
        type: "button", class: "btn quiet small", "aria-pressed": String(isBoard === board), onclick: () => this.choose({ kind, isBoard: board }),
      }, label)));
    const add = this.mayWrite && quickAdd(kind, (fields) => makeIn(this.projectId, "entities", { kind, ...fields }));
    return [views, add].filter(Boolean);
  }

  footOf() {
    if (!this.leftOut) return [];
    return [el("p", { class: "note line" }, icon("alert", "s"), gettext("{count} that changed longest ago are not shown. Search finds them.", { count: this.leftOut }))];
  }

  show() {
    this.view?.show(this.rows.all(this.kind));
    for (const kind of ENTITY_KINDS) {
      const open = this.rows.all(kind).filter(({ state }) => !this.kinds[kind].ends.includes(state)).length;
      need(`#tab-${kind} .meta`).textContent = open ? String(open) : "";
    }
  }

  /** Change an object's state. Returns whether it succeeded. */
  async change({ id, kind, title, version }, state) {
    const row = await tried(() => patchRow(kind, id, { state, version: this.rows.get(id)?.version ?? version }));
    if (!row) return false;
    this.rows.put(kind, row); // the next change applies to this version
    this.show();
    announce(`'${title}': ${stateWords(state)}`);
    return true;
  }

  pressed(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = ENTITY_KINDS.indexOf(this.kind);
    this.choose({ kind: ENTITY_KINDS[(at + step + ENTITY_KINDS.length) % ENTITY_KINDS.length], isBoard: false });
    need(`#tab-${this.kind}`).focus();
  }
}
