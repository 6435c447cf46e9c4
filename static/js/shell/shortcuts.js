// The list of keys, opened from the account menu or by Ctrl/Cmd and /.
import { el } from "./dom.js";

const command = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl ";
const KEYS = [
  ["Search your chats", `${command}K`],
  ["New chat", `${command}⇧O`],
  ["Hide or show the sidebar", `${command}⇧S`],
  ["Go round: sidebar, conversation, message", "F6"],
  ["Write a message", "⇧Esc"],
  ["Send, and a new line", "Enter, ⇧Enter"],
  ["Edit your last message", "↑"],
  ["Stop the answer", "Esc"],
  ["Choose an option", "1 to 4"],
  ["This list", `${command}/`],
];

export function startShortcuts() {
  for (const key of document.querySelectorAll("[data-keys]")) key.textContent = command + key.getAttribute("data-keys");
  document.getElementById("show-shortcuts")?.addEventListener("click", show);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "/") {
      event.preventDefault();
      show();
    }
  });
}

function show() {
  const rows = KEYS.flatMap(([what, keys]) => [el("dt", {}, what), el("dd", {}, el("kbd", {}, keys))]);
  const dialog = el("dialog", { class: "card shortcuts", "aria-labelledby": "shortcuts-title" },
    el("div", { class: "pad" },
      el("h2", { class: "head", id: "shortcuts-title" }, "Keyboard shortcuts"),
      el("dl", { class: "facts" }, ...rows),
      el("form", { method: "dialog" }, el("button", { class: "btn" }, "Close"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
