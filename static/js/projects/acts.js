// What a person does with a thing: its menu, its name, a change that is told when it fails.
import { toast } from "../chat/notices.js";
import { getJson, sendJson } from "../chat/transport.js";
import { el, icon, need, openMenu } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { sendingOnce } from "../shell/pacing.js";

// A menu that is made when it is asked for.

/** Open a menu of {label, icon, act | href, isDanger, isChecked, keys} beside `opener`. What is false is left out. */
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

// One line that asks for a name: of a document to be, or the new name of one. What is typed stays until it is sent.

export class NameForm {
  constructor(place) {
    this.place = place;
  }

  /** Ask for a name; `send(name)` does what is to be done with it, and what it refuses is told beside the field. */
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

// What the pages change over REST. The page itself changes when the patch comes, like those of everybody else.

const tableOf = (type) => ({ project: "projects", document: "documents", edge: "edges" })[type] ?? "entities";

/** Run `work`; what the server refuses is told below the page. Returns what came, or null. */
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

/** Put a thing into the trash, and offer to bring it back to its place, with its links. */
export async function deleteThing(projectId, type, { id, title, version }) {
  await sendJson("DELETE", `/api/v1/${tableOf(type)}/${id}/?version=${version}`);
  toast(gettext("'{title}' deleted.", { title }), { undo: () => tried(() => undoDeletion(projectId, id)) });
}

/** Take back the call that deleted a thing. */
async function undoDeletion(projectId, id) {
  const { results } = await getJson(`/api/v1/projects/${projectId}/history/?limit=100`);
  const deletion = results.find((change) => change.entity_id === id && change.action === "delete");
  const { left } = await sendJson("POST", `/api/v1/projects/${projectId}/history/${deletion.batch}/undo/`);
  if (left.length) toast(left.join(" "));
}
