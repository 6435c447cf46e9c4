// Actions on an object: menu, renaming, changes with error messages.
import { toast } from "../chat/notices.js";
import { getJson, sendJson } from "../chat/transport.js";
import { el, icon, need, openMenu } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { sendingOnce } from "../shell/pacing.js";

// A menu created on demand.

/** Open a menu of {label, icon, act | href, isDanger, isChecked, keys} beside `opener`. Falsy entries are omitted. */
export function showMenu(opener, label, entries) {
  const menu = el("div", { class: "menu narrowed", popover: "auto", role: "menu", "aria-label": label },
    entries.filter(Boolean).map((entry) => itemOf(entry, () => menu.hidePopover())));
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    menu.remove();
    if (document.activeElement === document.body) opener.focus();
  });
  need("#main").append(menu);
  openMenu(menu, opener);
}

function itemOf({ label, icon: name, act, href, isDanger, isChecked, keys }, close) {
  const isChoice = isChecked !== undefined;
  const content = [name || isChecked ? icon(name ?? "check", "s") : el("span"), el("span", {}, label), keys && el("kbd", {}, keys)];
  const attributes = { class: isDanger ? "opt danger" : "opt", role: isChoice ? "menuitemradio" : "menuitem", "aria-checked": isChoice && String(isChecked) };
  if (href) return el("a", { ...attributes, href }, content);
  return el("button", { ...attributes, type: "button", onclick: () => { close(); act(); } }, content);
}

// A one-line form for a name, of a new or renamed document. The input stays until it is sent.

export class NameForm {
  constructor(place) {
    this.place = place;
  }

  /** Ask for a name; `send(name)` handles it, and its errors are shown beside the field. */
  ask({ label, value = "", action, send }) {
    const input = el("input", { class: "input", id: "name-asked", value, maxlength: "200", autocomplete: "off", dir: "auto" });
    const error = el("p", { class: "note bad-words", role: "alert" });
    const form = el("form", {
      class: "asking",
      onsubmit: sendingOnce(() => this.sent(form, input.value.trim(), send, error)),
      onkeydown: (event) => event.key === "Escape" && this.close(),
    }, el("label", { class: "note", for: "name-asked" }, label),
    el("div", { class: "line" }, input, el("button", { class: "btn solid" }, action),
      el("button", { type: "button", class: "ib", "aria-label": gettext("Cancel"), onclick: () => this.close() }, icon("x"))), error);
    this.back = /** @type {HTMLElement} */ (document.activeElement);
    this.place.replaceChildren(form);
    input.focus();
    input.select();
  }

  async sent(form, name, send, error) {
    if (!name) return;
    try {
      await send(name);
    } catch (refusal) {
      error.textContent = refusal.message;
      return;
    }
    if (form.isConnected) this.close();
  }

  close() {
    this.place.replaceChildren();
    if (this.back?.isConnected) this.back.focus();
  }
}

// Changes over REST. The page itself is updated by the patch, like every other page.

const tableOf = (type) => ({ project: "projects", document: "documents", edge: "edges" })[type] ?? "entities";

/** Run `work`; server errors are shown below the page. Returns the result, or null. */
export async function tried(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message);
    return null;
  }
}

export const patchRow = (type, id, fields) => sendJson("PATCH", `/api/v1/${tableOf(type)}/${id}/`, fields);
export const makeIn = (projectId, table, fields) => sendJson("POST", `/api/v1/projects/${projectId}/${table}/`, fields);
export const moveDocument = (id, place) => sendJson("POST", `/api/v1/documents/${id}/move/`, place);

/** Move an object to the trash, and offer Undo, which restores its place and links. */
export async function deleteThing(projectId, type, { id, title, version }) {
  await sendJson("DELETE", `/api/v1/${tableOf(type)}/${id}/?version=${version}`);
  toast(gettext("'{title}' deleted.", { title }), { undo: () => tried(() => undoDeletion(projectId, id)) });
}

/** Undo the call that deleted an object. */
async function undoDeletion(projectId, id) {
  const { results } = await getJson(`/api/v1/projects/${projectId}/history/?limit=100`);
  const deletion = results.find((change) => change.entity_id === id && change.action === "delete");
  const { left } = await sendJson("POST", `/api/v1/projects/${projectId}/history/${deletion.batch}/undo/`);
  if (left.length) toast(left.join(" "));
}
