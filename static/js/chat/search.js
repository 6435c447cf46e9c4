// The palette: find a conversation by words of its title.
import { el, icon } from "../shell/dom.js";
import { getJson } from "./api.js";
import { shortDay } from "./format.js";

const PAUSE_MS = 150;

export class Search {
  constructor(list) {
    this.list = list;
    this.results = el("div", { class: "menu-list", role: "listbox", id: "found", "aria-label": "Conversations found" });
    this.input = el("input", {
      id: "find", role: "combobox", "aria-expanded": "true", "aria-controls": "found", autocomplete: "off",
      placeholder: "Find a conversation", oninput: () => this.type(), onkeydown: (event) => this.press(event),
    });
    this.dialog = el("dialog", { class: "card", "aria-label": "Search chats" },
      el("label", { class: "vh", for: "find" }, "Search chats"),
      el("div", { class: "line search-line" }, icon("search"), this.input, el("kbd", {}, "Esc")), this.results);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
  }

  open() {
    if (this.dialog.open) return;
    this.input.value = "";
    this.dialog.showModal();
    this.show([...this.list.items.values()].slice(0, 8), "");
  }

  type() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.find(this.input.value.trim()), PAUSE_MS);
  }

  async find(words) {
    if (!words) return this.show([...this.list.items.values()].slice(0, 8), "");
    const page = await getJson(`/api/v1/conversations/?search=${encodeURIComponent(words)}`).catch((error) => ({ results: [], error }));
    if (words === this.input.value.trim()) this.show(page.results, words, page.error);
  }

  show(items, words, error) {
    const nothing = error?.message ?? (words ? `Nothing says '${words}'. Try fewer letters.` : "Your conversations will be listed here.");
    this.results.replaceChildren(...(items.length ? items.map((item, at) => this.row(item, words, at)) : [el("p", { class: "note" }, nothing)]));
    this.select(0);
  }

  row(item, words, at) {
    return el("a", { class: "opt", role: "option", id: `found-${at}`, "aria-selected": "false", tabindex: "-1", href: `/c/${item.id}/` },
      icon("send", "s"), el("span", { class: "clip" }, ...marked(item.title, words)), el("span", { class: "meta" }, shortDay(item.updated_at)));
  }

  select(at) {
    const rows = [...this.results.querySelectorAll(".opt")];
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    this.at = rows.length ? at : -1;
    rows[at]?.scrollIntoView({ block: "nearest" });
    if (rows[at]) this.input.setAttribute("aria-activedescendant", rows[at].id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  press(event) {
    const rows = this.results.querySelectorAll(".opt");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length) {
      event.preventDefault();
      this.select((this.at + step + rows.length) % rows.length);
    }
    if (event.key === "Enter" && rows[this.at]) rows[this.at].click();
  }
}

/** `title` with the found words marked. */
function marked(title, words) {
  const at = words ? title.toLowerCase().indexOf(words.toLowerCase()) : -1;
  if (at < 0) return [title];
  return [title.slice(0, at), el("mark", {}, title.slice(at, at + words.length)), title.slice(at + words.length)];
}
