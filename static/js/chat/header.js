// The header of the open conversation: title, pin, actions; and the page's own title.
import { icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";

export class Header {
  constructor(list) {
    this.list = list;
    this.title = need("#title");
    this.archived = need("#archived");
    this.pin = need("#pin");
    this.more = need("#chat-actions");
    this.pin.addEventListener("click", () => this.item && list.actions.change(this.item, { pinned: !this.item.pinned }));
    this.more.addEventListener("click", () => this.item && list.actions.openFor(this.item, this.more));
  }

  show(item) {
    this.item = item;
    const title = item?.title || gettext("New chat");
    this.title.textContent = title;
    document.title = `${title} · OmniForge`;
    this.archived.hidden = !item?.archived;
    this.more.hidden = !item;
    this.pin.hidden = !item || item.archived;
    this.pin.setAttribute("aria-pressed", String(Boolean(item?.pinned)));
    this.pin.setAttribute("aria-label", item?.pinned ? gettext("Unpin conversation") : gettext("Pin conversation"));
    this.pin.replaceChildren(icon("pin"));
  }
}
