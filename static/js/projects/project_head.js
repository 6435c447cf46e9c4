// A project's name, purpose and state, and its actions.
import { takeDrops } from "../chat/drops.js";
import { toast } from "../chat/notices.js";
import { ApiError, csrfToken, sendJson } from "../chat/transport.js";
import { el, icon, need } from "../shell/dom.js";
import { gettext, ngettext, withNodes } from "../shell/language.js";
import { sendingOnce } from "../shell/pacing.js";
import { patchRow, showMenu, tried } from "./acts.js";
import { stateWords } from "./words.js";

const STATES = ["planning", "active", "paused", "completed", "cancelled"];

export class ProjectHead {
  constructor({ projectId, rows, mayWrite, embeddingModel }) {
    this.projectId = projectId;
    this.rows = rows;
    this.mayWrite = mayWrite;
    this.embeddingModel = embeddingModel;
    const button = need("#project-actions");
    button.hidden = false;
    button.addEventListener("click", () => this.menu(button));
    if (mayWrite) importDrops(`/api/v1/projects/${projectId}/import/`);
  }

  show() {
    const { name, description, state } = this.rows.get(this.projectId);
    for (const [id, text] of [["name", name], ["crumb", name], ["description", description], ["state", stateWords(state)]]) {
      need(`#${id}`).textContent = text;
    }
    document.title = `${name} · OmniForge`;
  }

  menu(opener) {
    const at = `/api/v1/projects/${this.projectId}`;
    showMenu(opener, gettext("Project actions"), [
      this.mayWrite && { label: gettext("Edit name and state"), icon: "pencil", act: () => this.edit() },
      this.mayWrite && !this.embeddingModel.startsWith("local:") && { label: gettext("Search by meaning"), icon: "search", act: () => chooseMeaning({ row: () => this.rows.get(this.projectId), model: this.embeddingModel }) },
      this.mayWrite && { label: gettext("Import files"), icon: "clip", act: () => importFiles(`${at}/import/`) },
      { label: gettext("Export as a zip"), icon: "download", href: `${at}/export/` },
      { label: gettext("History"), icon: "history", href: `/projects/${this.projectId}/history/` },
      { label: gettext("Trash"), icon: "trash", href: `/projects/${this.projectId}/trash/` },
      this.mayWrite && { label: gettext("Delete the project"), icon: "x", isDanger: true, act: () => this.remove() },
    ]);
  }

  edit() {
    const { name, description, state, version } = this.rows.get(this.projectId);
    const fields = {
      name: el("input", { class: "input", id: "edit-name", value: name, maxlength: "200", required: true }),
      description: el("textarea", { class: "input", id: "edit-description", rows: "3", maxlength: "4000" }, description),
      state: el("select", { class: "input", id: "edit-state" }, STATES.map((one) => el("option", { value: one, selected: one === state }, stateWords(one)))),
    };
    const error = el("div");
    const form = el("form", { class: "form pad", onsubmit: sendingOnce(() => this.save(dialog, fields, error)) },
      el("h2", { class: "head", id: "edit-head" }, gettext("Edit project")), error,
      ...[["name", gettext("Name")], ["description", gettext("What it is, in a sentence")], ["state", gettext("State")]].map(([key, label]) => el("div", { class: "field" },
        el("label", { for: `edit-${key}` }, label), key === "state" ? el("span", { class: "select" }, fields.state, icon("down")) : fields[key])),
      el("div", { class: "line" }, el("button", { class: "btn solid" }, gettext("Save")), el("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, gettext("Cancel"))));
    const dialog = el("dialog", { class: "card", "aria-labelledby": "edit-head", onclose: () => dialog.remove() }, form);
    this.version = version;
    document.body.append(dialog);
    dialog.showModal();
  }

  async save(dialog, fields, error) {
    const given = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
    try {
      await patchRow("project", this.projectId, { ...given, version: this.version });
      dialog.close();
    } catch (refusal) {
      error.replaceChildren(el("p", { class: "notice bad", role: "alert" }, icon("alert"), el("span", {}, this.wordsOf(refusal))));
    }
  }

  /** The message of an error; after a conflict, saving again applies to the version shown now. */
  wordsOf(refusal) {
    if (!(refusal instanceof ApiError) || refusal.code !== "version_conflict") return refusal.message;
    const { name, state, version } = this.rows.get(this.projectId);
    this.version = version;
    return gettext("Somebody changed it meanwhile: it is '{name}', {state}, by now. What you wrote is still here; Save puts it in place of that.", { name, state: stateWords(state) });
  }

  async remove() {
    const { version } = this.rows.get(this.projectId);
    const at = `/api/v1/projects/${this.projectId}/`;
    if (!(await tried(() => sendJson("DELETE", `${at}?version=${version}`).then(() => true)))) return;
    toast(gettext("The project is in the trash."), { undo: () => tried(() => sendJson("POST", `${at}restore/`).then(() => location.reload())) });
  }
}

// Importing local files as documents: chosen in a dialog, or dropped on the page.

const TYPES = ".md,.markdown,.txt,.csv,.tsv,.xlsx,.docx,.pdf,.zip";

/** Let the person choose files, and send them to `path`; skipped ones are listed with the reason. */
function importFiles(path) {
  const input = el("input", { type: "file", multiple: true, accept: TYPES, "aria-label": gettext("Files to import"), hidden: true });
  input.addEventListener("change", async () => {
    await bringIn(path, [...input.files]);
    input.remove();
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** Import files dropped anywhere on the page. */
function importDrops(path) {
  const page = need(".page");
  takeDrops({ onOver: (isOver) => page.classList.toggle("over", isOver), onFiles: (files) => bringIn(path, files) });
}

async function bringIn(path, files) {
  toast(gettext("Importing …"));
  toast(await sent(path, files));
}

/** Send the files; returns the result in words. */
async function sent(path, files) {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const token = csrfToken();
  const answer = await fetch(path, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": token, "Page-Language": document.documentElement.lang } }).catch(() => null);
  if (!answer) return navigator.onLine ? gettext("These files couldn't be sent. Import a folder as a zip.") : gettext("You're offline. Import again when you're back.");
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) return told.detail ?? gettext("These files couldn't be imported. Try again in a moment.");
  const { length } = told.entities_created;
  return [ngettext("{count} document imported.", "{count} documents imported.", length), ...told.left_out].join(" ");
}

// The setting for search by meaning: its effect, what it reveals, and the switch.

/** Ask the person. `model` is the embedding model, or ''; `row()` returns the current project. */
function chooseMeaning({ row, model }) {
  const isOn = row().meaning_search;
  const error = el("div");
  const isPossible = isOn || model;
  const turn = async () => {
    try {
      await patchRow("project", row().id, { meaning_search: !isOn });
      dialog.close();
    } catch (refusal) {
      error.replaceChildren(el("p", { class: "notice bad", role: "alert" }, icon("alert"), el("span", {}, refusal.message)));
    }
  };
  const dialog = el("dialog", { class: "card", "aria-labelledby": "meaning-head", onclose: () => dialog.remove() },
    el("div", { class: "form pad" },
      el("h2", { class: "head", id: "meaning-head" }, gettext("Search by meaning")), error,
      el("p", {}, withNodes(gettext("Search then also finds what says the same in other words. It is {on} in this project."), { on: el("b", {}, isOn ? gettext("on") : gettext("off")) })),
      el("p", {}, gettext("For this, {model} reads every text of this project, now and after each change, and what people search for. It makes numbers of them that tell what a text is about, though not its words. They are kept here, and deleted when this is turned off.", { model: model || gettext("a model") })),
      !isPossible && el("p", { class: "notice", id: "meaning-why" }, icon("alert"),
        el("span", {}, gettext("There is no model for it here. Whoever runs the server chooses one with OMNIFORGE_MODEL_EMBED."))),
      el("div", { class: "line" },
        el("button", { type: "button", class: "btn solid", disabled: !isPossible, "aria-describedby": !isPossible && "meaning-why", onclick: turn }, isOn ? gettext("Turn it off") : gettext("Turn it on")),
        el("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, gettext("Cancel")))));
  document.body.append(dialog);
  dialog.showModal();
}
