// A menu that is made when it is asked for.
import { el, icon } from "../shell/dom.js";
import { openMenu } from "../shell/menus.js";

/** Open a menu of {label, icon, act | href, isDanger, isChecked, keys} beside `opener`. What is false is left out. */
export function showMenu(opener, label, entries) {
  const menu = el("div", { class: "menu narrowed", popover: "auto", role: "menu", "aria-label": label },
    entries.filter(Boolean).map((entry) => itemOf(entry, () => menu.hidePopover())));
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    menu.remove();
    if (document.activeElement === document.body) opener.focus();
  });
  document.getElementById("main").append(menu);
  openMenu(menu, opener);
}

function itemOf({ label, icon: name, act, href, isDanger, isChecked, keys }, close) {
  const isChoice = isChecked !== undefined;
  const content = [name || isChecked ? icon(name ?? "check", "s") : el("span"), el("span", {}, label), keys && el("kbd", {}, keys)];
  const attributes = { class: isDanger ? "opt danger" : "opt", role: isChoice ? "menuitemradio" : "menuitem", "aria-checked": isChoice && String(isChecked) };
  if (href) return el("a", { ...attributes, href }, content);
  return el("button", { ...attributes, type: "button", onclick: () => { close(); act(); } }, content);
}
