// Actions in a conversation's menu: rename in place, pin, export, archive, and delete with ten seconds to undo.
import { el, icon, openMenu } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { DELETED, toast } from "./notices.js";
import { sendJson } from "./transport.js";

const pathOf = (item) => `/api/v1/conversations/${item.id}/`;

export class ChatActions {
  constructor(list) {
    this.list = list;
    this.isRenaming = false;
  }

  openFor(item, opener) {
    const act = (words, mark, run, classes = "opt") => el("button", {
      type: "button", class: classes, role: "menuitem", onclick: () => { menu.hidePopover(); run(); },
    }, icon(mark, "s"), el("span", {}, words));
    const download = (words, form) => el("a", {
      class: "opt", role: "menuitem", href: `${pathOf(item)}export/?form=${form}`, download: "", onclick: () => menu.hidePopover(),
    }, icon("download", "s"), el("span", {}, words));
    const menu = el("div", { class: "menu narrowed", popover: "auto", role: "menu", "aria-label": gettext("Actions for {name}", { name: item.title }) },
      ...(this.list.row(item.id) ? [act(gettext("Rename"), "pencil", () => this.rename(item))] : []),
      ...(item.archived ? [act(gettext("Bring back"), "archive", () => this.change(item, { archived: false }))] : [
        act(item.pinned ? gettext("Unpin") : gettext("Pin"), "pin", () => this.change(item, { pinned: !item.pinned })),
        act(gettext("Archive"), "archive", () => this.archive(item))]),
      download(gettext("Export as Markdown"), "markdown"),
      download(gettext("Export as JSON"), "json"),
      act(gettext("Delete"), "trash", () => this.remove(item), "opt danger"));
    menu.addEventListener("toggle", (event) => event.newState === "closed" && menu.remove());
    document.body.append(menu);
    openMenu(menu, opener);
  }

  /** Change `fields` optimistically; restores them if the server refuses. Returns whether it succeeded. */
  async change(item, fields) {
    const now = () => this.list.items.get(item.id) ?? item; // other fields may have changed meanwhile
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, item[name]]));
    this.list.put({ ...now(), ...fields });
    try {
      await sendJson("PATCH", pathOf(item), fields);
      return true;
    } catch (error) {
      this.list.put({ ...now(), ...before });
      toast(error.message);
      return false;
    }
  }

  async archive(item) {
    const next = this.list.row(item.id)?.nextElementSibling?.dataset.id;
    if (!await this.change(item, { archived: true })) return;
    this.list.row(next)?.querySelector("a").focus();
    toast(gettext("Archived “{title}”", { title: item.title }), { undo: () => this.change(item, { archived: false }) });
  }

  rename(item) {
    const link = this.list.row(item.id)?.querySelector("a");
    if (!link) return;
    this.isRenaming = true;
    const input = el("input", { class: "input small", value: item.title, dir: "auto", "aria-label": gettext("Title"), maxlength: "200" });
    const finish = (keeps) => {
      if (!this.isRenaming) return;
      this.isRenaming = false;
      input.replaceWith(link);
      const title = input.value.trim();
      if (keeps && title && title !== item.title) this.change(item, { title });
      this.list.show();
      this.list.row(item.id)?.querySelector("a").focus();
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) finish(true);
      if (event.key === "Escape") { event.stopPropagation(); finish(false); }
    });
    input.addEventListener("blur", () => finish(true));
    link.replaceWith(input);
    input.select();
  }

  async remove(item) {
    if (item.id === this.list.currentId) return this.removeCurrent(item);
    const next = this.list.row(item.id)?.nextElementSibling?.dataset.id;
    this.list.remove(item.id);
    try {
      await sendJson("DELETE", pathOf(item));
    } catch (error) {
      this.list.put(item);
      return toast(error.message);
    }
    if (next) this.list.row(next)?.querySelector("a").focus();
    toast(gettext("“{title}” deleted", { title: item.title }), { undo: () => this.restore(item) });
  }

  /** Delete the open conversation and leave the page; the next page offers undo. */
  async removeCurrent(item) {
    sessionStorage.setItem(DELETED, JSON.stringify(item));
    try {
      await sendJson("DELETE", pathOf(item));
      location.assign("/");
    } catch (error) {
      sessionStorage.removeItem(DELETED);
      toast(error.message);
    }
  }

  /** Offer to restore the conversation deleted on the previous page. */
  offerUndo() {
    const item = JSON.parse(sessionStorage.getItem(DELETED) ?? "null");
    sessionStorage.removeItem(DELETED);
    if (item) toast(gettext("“{title}” deleted", { title: item.title }), { undo: () => this.restore(item) });
  }

  async restore(item) {
    try {
      await sendJson("POST", `${pathOf(item)}restore/`);
      this.list.put(item);
    } catch (error) {
      toast(error.message, { action: gettext("Try again"), undo: () => this.restore(item) });
    }
  }
}
