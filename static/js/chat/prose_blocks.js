// Code and tables in an answer: each scrolls in itself and has a quiet row of buttons that copy it.
import { copyText } from "../shell/copying.js";
import { el, icon, iconButton } from "../shell/dom.js";

const HIGHLIGHTER = "../../vendor/highlightjs-11.12.0/highlight.min.js";
let highlighter = null; // comes with the first code

/** Return a block of code: its language, a button that copies it, colours once the highlighter has loaded. */
export function codeBlock(text, language = "") {
  const code = el("code", {}, text);
  highlight(code, language);
  return el("div", { class: "code" },
    el("header", {}, language || "text", iconButton("copy", "Copy code", copyCode, "s")),
    el("pre", { tabindex: "0", role: "group", dir: "ltr", "aria-label": language ? `Code, ${language}` : "Code" }, code));
}

function copyCode({ currentTarget: button }) {
  const code = button.closest(".code").querySelector("code");
  copyText(code.textContent, { button, source: code });
}

/** Return `table` in a place where it scrolls, below buttons that copy it as Markdown and as CSV. */
export function tableBlock(table) {
  const copy = table.cloneNode(true); // `table` leaves its place when this block comes there
  copy.dir = "auto";
  const place = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" }, copy);
  return el("div", { class: "table" }, el("header", {}, copies("Markdown", markdownOf), copies("CSV", csvOf)), place);
}

function copies(form, read) {
  const copy = ({ currentTarget: button }) => {
    const source = button.closest(".table").querySelector("table");
    copyText(read(source), { button, source });
  };
  return el("button", { type: "button", "aria-label": `Copy table as ${form}`, onclick: copy }, icon("copy", "s"), form);
}

const markdownOf = (table) => table.dataset.source;

const csvOf = (table) => [...table.rows].map(({ cells }) => [...cells].map(csvCell).join(",")).join("\r\n");

function csvCell(cell) {
  const text = cell.innerText.trim();
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function highlight(code, language) {
  if (!language) return;
  if (!highlighter) highlighter = (await import(HIGHLIGHTER).catch(() => ({}))).default; // without a connection it stays plain
  if (!highlighter?.getLanguage(language)) return;
  code.innerHTML = highlighter.highlight(code.textContent, { language }).value; // it escapes what it is given
}
