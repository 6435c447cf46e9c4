// DOM helpers: elements, focus, menus, copying.

// Creates elements. Children are nodes or text; text is never parsed as markup.

/** Return <tag> with `attributes` (false and null are omitted, functions become listeners) and `children`. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** Return the icon `name` of the page's sprite, as `{% icon %}` does in templates. */
export function icon(name, classes = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `i ${classes}`.trim());
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Return an element of the page's own template: the first match of `selector` within `place`, which is a `kind`.
 * Throws Error if there is none: then the template and its script don't match.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [place]
 * @param {abstract new () => T} [kind]
 * @returns {T}
 */
export function need(selector, place = document, kind = /** @type {any} */ (HTMLElement)) {
  const found = place.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`This page has no ${kind.name} that is ${selector}.`);
}

/**
 * The focused element within `place`, or null.
 * @returns {HTMLElement | null}
 */
export function focusedIn(place) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  return place.contains(focused) ? focused : null;
}

/** An icon button: `label` is its name for screen readers, `size` may be "s". */
export function iconButton(name, label, onclick, size = "") {
  return el("button", { type: "button", class: "ib", "aria-label": label, title: label, onclick }, icon(name, size));
}

// Menus are popovers: the browser closes them on Escape and outside clicks; this adds positioning and arrow keys.

export function startMenus() {
  document.addEventListener("toggle", (event) => {
    const menu = event.target;
    if (!(menu instanceof HTMLElement) || !menu.matches(".menu[popover]")) return;
    const opener = openerOf(menu);
    opener?.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState !== "open") return;
    placeBeside(menu, opener);
    items(menu)[0]?.focus();
  }, true);
  document.addEventListener("keydown", moveInMenu);
}

const openerOf = (menu) => menu.opener ?? document.querySelector(`[popovertarget="${menu.id}"]`);
const items = (menu) => [...menu.querySelectorAll('[role^="menuitem"]:not([hidden],:disabled)')];

/** Open `menu` next to `opener`; for menus created on demand. */
export function openMenu(menu, opener) {
  menu.opener = opener;
  menu.showPopover();
}

function placeBeside(menu, opener) {
  const anchor = opener.getBoundingClientRect();
  const gap = 6;
  const below = anchor.bottom + gap + menu.offsetHeight <= innerHeight;
  const top = below ? anchor.bottom + gap : Math.max(gap, anchor.top - gap - menu.offsetHeight);
  const isRightToLeft = getComputedStyle(menu).direction === "rtl";
  const wanted = isRightToLeft ? anchor.right - menu.offsetWidth : anchor.left;
  const left = Math.max(gap, Math.min(wanted, document.documentElement.clientWidth - menu.offsetWidth - gap));
  menu.style.top = `${top}px`;
  menu.style.left = `${left}px`;
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

function moveInMenu(event) {
  const menu = event.target.closest?.(".menu[popover]");
  if (!menu) return;
  const all = items(menu);
  const at = all.indexOf(document.activeElement);
  const next = { Home: 0, End: all.length - 1 }[event.key]
    ?? (event.key in STEPS ? (at + STEPS[event.key] + all.length) % all.length : null);
  if (event.key === "Tab") menu.hidePopover();
  if (next === null) return;
  event.preventDefault();
  all[next]?.focus();
}

// Copying to the clipboard, confirmed at the button and to screen readers; also without TLS, where browsers have no clipboard API.

const SAID_MS = 2_000;
const timers = new WeakMap();

/** Wire buttons with `data-copies`, the id of a field or an element to copy. */
export function startCopying() {
  document.addEventListener("click", copyNamed);
}

function copyNamed({ target }) {
  const button = target.closest?.("button[data-copies]");
  const source = button && /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copies));
  if (source) copyText(source.value ?? source.textContent.trim(), { button, source });
}

/**
 * Copy `text` and confirm at `button`. If the browser refuses, the text in `source` is selected.
 * @param {string} text
 * @param {{button: HTMLElement, source?: HTMLElement | null}} place
 */
export async function copyText(text, { button, source = null }) {
  if (await byClipboard(text) || bySelection(text, button)) return say(button, "done");
  select(source);
  say(button, source ? "byKey" : "blocked");
}

const byClipboard = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;

function bySelection(text, button) {
  const field = el("textarea", { class: "vh", readonly: true, "aria-hidden": "true" });
  field.value = text;
  button.after(field); // inside the button's dialog, if there is one
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  button.focus({ preventScroll: true });
  return isCopied;
}

function select(source) {
  if (!source) return;
  if (source instanceof HTMLInputElement) {
    source.focus();
    source.select();
  } else getSelection()?.selectAllChildren(source);
}

/** Show the outcome; the page has a live region for screen readers. */
function say(button, outcome) {
  const status = need("#copied");
  clearTimeout(timers.get(button));
  button.dataset.said = status.textContent = status.dataset[outcome] ?? "";
  timers.set(button, setTimeout(() => {
    delete button.dataset.said;
    status.textContent = "";
  }, SAID_MS));
}
