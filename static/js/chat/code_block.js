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
  if (!language) return;
  const loading = import("../../vendor/highlightjs-11.12.0/highlight.min.js");
  const highlighter = await loading.then((module) => module.default, () => null); // without a connection it stays plain
  if (!highlighter?.getLanguage(language)) return;
  code.innerHTML = highlighter.highlight(code.textContent, { language }).value; // it escapes what it is given
}
