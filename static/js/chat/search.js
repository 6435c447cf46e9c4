// Find a conversation by words of its title.
import { el, icon } from "../shell/dom.js";
import { getJson } from "./api.js";
import { shortDay } from "./format.js";
import { Palette, marked } from "./palette.js";

const NEWEST = 8; // shown before anything is typed

export class Search {
  constructor(list) {
    this.palette = new Palette({
      id: "chats", label: "Search chats", placeholder: "Find a conversation", row,
      find: (words) => (words ? found(words) : [...list.items.values()].slice(0, NEWEST)),
      nothing: (words) => (words ? `Nothing says '${words}'. Try fewer letters.` : "Your conversations will be listed here."),
    });
  }

  open() {
    this.palette.open();
  }
}

const found = async (words) => (await getJson(`/api/v1/conversations/?search=${encodeURIComponent(words)}`)).results;

const row = (item, words) => el("a", { class: "opt", href: `/c/${item.id}/` },
  icon("send", "s"), el("span", { class: "clip" }, ...marked(item.title, words)), el("span", { class: "meta" }, shortDay(item.updated_at)));
