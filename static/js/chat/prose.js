// An answer's text, rendered block by block. During streaming only the last block is re-rendered, by morphing.
import { copyText, el, icon, iconButton } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { blocksOf, renderBlock } from "./markdown.js";
import { linkCitations } from "./transcript/answer_parts.js";
import { settled } from "./unfinished.js";

const HOLDERS = "div, pre, code, ul, ol, li, p, blockquote, h3, h4, h5, h6, table, tbody, tr, td";

export class Prose {
  /** `sources()` returns the answer's sources: a [1] in the text becomes a link to the first. */
  constructor(sources = () => []) {
    this.sources = sources;
    this.node = el("div", { class: "prose" });
    this.blocks = [];
    this.shown = null;
  }

  /** Show `text`; a caret stands at its end while `live`. */
  update(text, live) {
    this.removeCaret();
    const words = live ? settled(text) : text;
    if (words !== this.shown) this.show(words);
    if (!live) return;
    this.caret = lastTextHolder(this.node);
    this.caret.classList.add("caret");
  }

  removeCaret() {
    this.caret?.classList.remove("caret");
    if (!this.caret?.className) this.caret?.removeAttribute("class"); // to equal the re-rendered node
    this.caret = null;
  }

  show(text) {
    const blocks = blocksOf(text);
    const from = this.isRenewed(blocks) ? 0 : firstDifference(blocks, this.blocks);
    const old = this.blocks.splice(from).flatMap(({ nodes }) => nodes);
    for (const block of blocks.slice(from)) {
      const nodes = nodesOf(block, this.sources()).map((node) => (old.length ? become(old.shift(), node) : this.node.appendChild(node)));
      this.blocks.push({ raw: block.raw, nodes });
    }
    old.forEach((node) => node.remove());
    this.shown = text;
  }

  /** True if new link definitions may affect any block. */
  isRenewed(blocks) {
    const before = this.addresses;
    this.addresses = blocks.filter(({ type }) => type === "def").map(({ raw }) => raw).join("");
    return this.addresses !== before;
  }
}

function firstDifference(blocks, shown) {
  const found = blocks.findIndex(({ raw }, at) => raw !== shown[at]?.raw);
  return found < 0 ? blocks.length : found;
}

function nodesOf(block, sources) {
  const fragment = renderBlock(block);
  linkCitations(fragment, sources);
  for (const code of fragment.querySelectorAll("pre > code")) code.parentNode.replaceWith(codeBlock(code.textContent.replace(/\n$/, ""), languageOf(code)));
  for (const table of fragment.querySelectorAll("table")) table.replaceWith(tableBlock(table));
  for (const formula of fragment.querySelectorAll("pre.formula")) formula.tabIndex = 0; // it scrolls by keyboard too
  const nodes = [...fragment.childNodes].filter(({ textContent, nodeType }) => nodeType === Node.ELEMENT_NODE || textContent.trim());
  return nodes.map((node) => inItsDirection(node.nodeType === Node.ELEMENT_NODE ? node : el("p", {}, node)));
}

function inItsDirection(node) {
  node.dir = "auto";
  return node;
}

const languageOf = (code) => /^language-(\S*)/.exec(code.className)?.[1] ?? "";

/** Morph `old` into `fresh`, and return the resulting node: kept nodes keep selection, scrolling and focus. */
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return old;
  if (old.nodeType === Node.TEXT_NODE && fresh.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
    return old;
  }
  if (old.nodeName !== fresh.nodeName || old.className !== fresh.className) {
    old.replaceWith(fresh);
    return fresh;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const rest = [...fresh.childNodes];
  for (const child of [...old.childNodes]) rest.length ? become(child, rest.shift()) : child.remove();
  old.append(...rest);
  return old;
}

/** Return the innermost block in which the text ends. */
function lastTextHolder(node) {
  const last = [...node.childNodes].findLast((child) => child.nodeType === Node.ELEMENT_NODE || child.data?.trim());
  return last?.nodeType === Node.ELEMENT_NODE && last.matches(HOLDERS) ? lastTextHolder(last) : node;
}

// Code and tables in an answer: each scrolls by itself and has copy buttons.

/** Return a code block with its language and a copy button, highlighted once the highlighter has loaded. */
function codeBlock(text, language = "") {
  const code = el("code", {}, text);
  highlight(code, language);
  return el("div", { class: "code" },
    el("header", {}, language || gettext("text"), iconButton("copy", gettext("Copy code"), copyCode, "s")),
    el("pre", { tabindex: "0", role: "group", dir: "ltr", "aria-label": language ? gettext("Code, {language}", { language }) : gettext("Code") }, code));
}

function copyCode({ currentTarget: button }) {
  const code = button.closest(".code").querySelector("code");
  copyText(code.textContent, { button, source: code });
}

const FIGURE = /^(?=.*\d)[\p{L}\d\p{Sc}.,:%/+\-–− ]{1,16}$/u; // a date, time or amount, which must not wrap

/** Return `table` in a scrolling container, with buttons that copy it as Markdown and as CSV. */
function tableBlock(table) {
  const copy = table.cloneNode(true); // `table` is moved when this block is inserted
  copy.dir = "auto";
  for (const cell of copy.querySelectorAll("td")) if (FIGURE.test(cell.textContent.trim())) cell.classList.add("figure");
  const place = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": gettext("Table") }, copy);
  return el("div", { class: "table" }, el("header", {}, copies("Markdown", markdownOf), copies("CSV", csvOf)), place);
}

function copies(form, read) {
  const copy = ({ currentTarget: button }) => {
    const source = button.closest(".table").querySelector("table");
    copyText(read(source), { button, source });
  };
  return el("button", { type: "button", "aria-label": gettext("Copy table as {form}", { form }), onclick: copy }, icon("copy", "s"), form);
}

const markdownOf = (table) => table.dataset.source;

const csvOf = (table) => [...table.rows].map(({ cells }) => [...cells].map(csvCell).join(",")).join("\r\n");

function csvCell(cell) {
  const written = cell.innerText.trim();
  const text = /^[=+\-@\t]/.test(written) && Number.isNaN(Number(written)) ? `'${written}` : written; // defuse formulas for spreadsheets
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Syntax highlighting. The highlighter is loaded with the first code, each language with the first code in it.

/** @type {any} */
let here = null;

/** Highlight `code`; synchronously if its language is loaded, so that streaming code keeps its colours. */
function highlight(code, language) {
  const name = NAMES.get(language.toLowerCase());
  if (here?.getLanguage(name ?? "")) colour(here, code, name);
  else if (name) loadLanguage(name).then((highlighter) => colour(highlighter, code, name), () => {}); // without a connection it stays unhighlighted
}

function colour(highlighter, code, language) {
  code.innerHTML = highlighter.highlight(code.textContent, { language }).value; // it escapes its input
}

async function loadLanguage(name) {
  const { load, within = [] } = LANGUAGES[name];
  const core = import("../../vendor/highlightjs-11.12.0/core.min.js");
  const [{ default: highlighter }, { default: grammar }] = await Promise.all([core, load(), ...within.map(loadLanguage)]);
  if (!highlighter.getLanguage(name)) highlighter.registerLanguage(name, grammar);
  return here = highlighter;
}

/**
 * The highlighted languages: loader, aliases, and embedded languages.
 * @type {Record<string, {load: () => Promise<any>, names?: string[], within?: string[]}>}
 */
const LANGUAGES = {
  bash: { load: () => import("../../vendor/highlightjs-11.12.0/languages/bash.min.js"), names: ["sh", "zsh"] },
  c: { load: () => import("../../vendor/highlightjs-11.12.0/languages/c.min.js"), names: ["h"] },
  cpp: { load: () => import("../../vendor/highlightjs-11.12.0/languages/cpp.min.js"), names: ["cc", "c++", "h++", "hpp", "hh", "hxx", "cxx"] },
  csharp: { load: () => import("../../vendor/highlightjs-11.12.0/languages/csharp.min.js"), names: ["cs", "c#"] },
  css: { load: () => import("../../vendor/highlightjs-11.12.0/languages/css.min.js") },
  diff: { load: () => import("../../vendor/highlightjs-11.12.0/languages/diff.min.js"), names: ["patch"] },
  dockerfile: { load: () => import("../../vendor/highlightjs-11.12.0/languages/dockerfile.min.js"), names: ["docker"] },
  go: { load: () => import("../../vendor/highlightjs-11.12.0/languages/go.min.js"), names: ["golang"] },
  graphql: { load: () => import("../../vendor/highlightjs-11.12.0/languages/graphql.min.js"), names: ["gql"] },
  ini: { load: () => import("../../vendor/highlightjs-11.12.0/languages/ini.min.js"), names: ["toml"] },
  java: { load: () => import("../../vendor/highlightjs-11.12.0/languages/java.min.js"), names: ["jsp"] },
  javascript: { load: () => import("../../vendor/highlightjs-11.12.0/languages/javascript.min.js"), names: ["js", "jsx", "mjs", "cjs"] },
  json: { load: () => import("../../vendor/highlightjs-11.12.0/languages/json.min.js"), names: ["jsonc", "json5"] },
  kotlin: { load: () => import("../../vendor/highlightjs-11.12.0/languages/kotlin.min.js"), names: ["kt", "kts"] },
  less: { load: () => import("../../vendor/highlightjs-11.12.0/languages/less.min.js") },
  lua: { load: () => import("../../vendor/highlightjs-11.12.0/languages/lua.min.js"), names: ["pluto"] },
  makefile: { load: () => import("../../vendor/highlightjs-11.12.0/languages/makefile.min.js"), names: ["mk", "mak", "make"] },
  markdown: { load: () => import("../../vendor/highlightjs-11.12.0/languages/markdown.min.js"), names: ["md", "mkdown", "mkd"], within: ["xml"] },
  objectivec: { load: () => import("../../vendor/highlightjs-11.12.0/languages/objectivec.min.js"), names: ["mm", "objc", "obj-c", "objective-c"] },
  perl: { load: () => import("../../vendor/highlightjs-11.12.0/languages/perl.min.js"), names: ["pl", "pm"] },
  php: { load: () => import("../../vendor/highlightjs-11.12.0/languages/php.min.js") },
  "php-template": { load: () => import("../../vendor/highlightjs-11.12.0/languages/php-template.min.js"), within: ["xml", "php"] },
  powershell: { load: () => import("../../vendor/highlightjs-11.12.0/languages/powershell.min.js"), names: ["pwsh", "ps", "ps1"] },
  python: { load: () => import("../../vendor/highlightjs-11.12.0/languages/python.min.js"), names: ["py", "gyp", "ipython"] },
  "python-repl": { load: () => import("../../vendor/highlightjs-11.12.0/languages/python-repl.min.js"), names: ["pycon"], within: ["python"] },
  r: { load: () => import("../../vendor/highlightjs-11.12.0/languages/r.min.js") },
  ruby: { load: () => import("../../vendor/highlightjs-11.12.0/languages/ruby.min.js"), names: ["rb", "gemspec", "podspec", "thor", "irb"] },
  rust: { load: () => import("../../vendor/highlightjs-11.12.0/languages/rust.min.js"), names: ["rs"] },
  scss: { load: () => import("../../vendor/highlightjs-11.12.0/languages/scss.min.js") },
  shell: { load: () => import("../../vendor/highlightjs-11.12.0/languages/shell.min.js"), names: ["console", "shellsession"], within: ["bash"] },
  sql: { load: () => import("../../vendor/highlightjs-11.12.0/languages/sql.min.js") },
  swift: { load: () => import("../../vendor/highlightjs-11.12.0/languages/swift.min.js") },
  typescript: { load: () => import("../../vendor/highlightjs-11.12.0/languages/typescript.min.js"), names: ["ts", "tsx", "mts", "cts"] },
  vbnet: { load: () => import("../../vendor/highlightjs-11.12.0/languages/vbnet.min.js"), names: ["vb"] },
  wasm: { load: () => import("../../vendor/highlightjs-11.12.0/languages/wasm.min.js") },
  xml: { load: () => import("../../vendor/highlightjs-11.12.0/languages/xml.min.js"), names: ["html", "xhtml", "rss", "atom", "xsd", "xsl", "plist", "svg"], within: ["css", "javascript"] },
  yaml: { load: () => import("../../vendor/highlightjs-11.12.0/languages/yaml.min.js"), names: ["yml"] },
};
const NAMES = new Map(Object.entries(LANGUAGES).flatMap(([name, { names = [] }]) => [name, ...names].map((one) => [one, name])));
