// A block of code: its language, a button that copies it, colours that come when the highlighter has loaded.
import { el, iconButton } from "../shell/dom.js";
import { announce, toast } from "./page.js";

export function codeBlock(text, language = "") {
  const name = language.split(/\s/)[0];
  const code = el("code", {}, text);
  highlight(code, name);
  return el("div", { class: "code" },
    el("header", {}, name || "text",
      iconButton("copy", "Copy code", () => copyText(code.textContent), "s")),
    el("pre", { tabindex: "0", role: "region", "aria-label": name ? `Code, ${name}` : "Code" }, code));
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text); // there is no clipboard where the site is served without TLS
    announce("Copied");
  } catch {
    toast("The browser does not let this page copy. Select the text, and copy it by keyboard.");
  }
}

async function highlight(code, language) {
  const name = NAMES.get(language.toLowerCase());
  const highlighter = name && await highlighterOf(name).catch(() => null); // without a connection it stays plain
  if (highlighter) code.innerHTML = highlighter.highlight(code.textContent, { language: name }).value; // it escapes what it is given
}

/** Return the highlighter once it knows the language `name`. */
async function highlighterOf(name) {
  const { load, within = [] } = LANGUAGES[name];
  const core = import("../../vendor/highlightjs-11.12.0/core.min.js");
  const [{ default: highlighter }, { default: grammar }] = await Promise.all([core, load(), ...within.map(highlighterOf)]);
  if (!highlighter.getLanguage(name)) highlighter.registerLanguage(name, grammar);
  return highlighter;
}

/**
 * What can be coloured: how it is loaded, its other names, and the languages that stand within it.
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
