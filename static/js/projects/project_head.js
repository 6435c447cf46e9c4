// A project's name, purpose and state, and what can be done with it as a whole.
import { ApiError, sendJson } from "../chat/api.js";
import { toast } from "../chat/toast.js";
import { el, icon } from "../shell/dom.js";
import { sendingOnce } from "../shell/sending.js";
import { patchRow, tried } from "./changing.js";
import { importDrops, importFiles } from "./import_files.js";
import { chooseMeaning } from "./meaning_choice.js";
import { showMenu } from "./menu.js";
import { stateWords } from "./words.js";

const STATES = ["planning", "active", "paused", "completed", "cancelled"];

export class ProjectHead {
  constructor({ projectId, rows, mayWrite, embeddingModel }) {
    Object.assign(this, { projectId, rows, mayWrite, embeddingModel });
    const button = document.getElementById("project-actions");
    button.hidden = false;
    button.addEventListener("click", () => this.menu(button));
    if (mayWrite) importDrops(`/api/v1/projects/${projectId}/import/`);
  }

  show() {
    const { name, description, state } = this.rows.get(this.projectId);
    for (const [id, text] of [["name", name], ["crumb", name], ["description", description], ["state", stateWords(state)]]) {
      document.getElementById(id).textContent = text;
    }
    document.title = `${name} · OmniForge`;
  }

  menu(opener) {
    const at = `/api/v1/projects/${this.projectId}`;
    showMenu(opener, "Project actions", [
      this.mayWrite && { label: "Edit name and state", icon: "pencil", act: () => this.edit() },
      this.mayWrite && { label: "Search by meaning", icon: "search", act: () => chooseMeaning({ row: () => this.rows.get(this.projectId), model: this.embeddingModel }) },
      this.mayWrite && { label: "Import files", icon: "clip", act: () => importFiles(`${at}/import/`) },
      { label: "Export as a zip", icon: "download", href: `${at}/export/` },
      { label: "History", icon: "history", href: `/projects/${this.projectId}/history/` },
      { label: "Trash", icon: "trash", href: `/projects/${this.projectId}/trash/` },
      this.mayWrite && { label: "Delete the project", icon: "x", isDanger: true, act: () => this.remove() },
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
      el("h2", { class: "head", id: "edit-head" }, "Edit project"), error,
      ...[["name", "Name"], ["description", "What it is, in a sentence"], ["state", "State"]].map(([key, label]) => el("div", { class: "field" },
        el("label", { for: `edit-${key}` }, label), key === "state" ? el("span", { class: "select" }, fields.state, icon("down")) : fields[key])),
      el("div", { class: "line" }, el("button", { class: "btn solid" }, "Save"), el("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, "Cancel")));
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

  /** What is told of a refusal; where somebody was first, saving again is meant for the version that is shown now. */
  wordsOf(refusal) {
    if (!(refusal instanceof ApiError) || refusal.code !== "version_conflict") return refusal.message;
    const { name, state, version } = this.rows.get(this.projectId);
    this.version = version;
    return `Somebody changed it meanwhile: it is '${name}', ${stateWords(state)}, by now. What you wrote is still here; Save puts it in place of that.`;
  }

  async remove() {
    const { version } = this.rows.get(this.projectId);
    const at = `/api/v1/projects/${this.projectId}/`;
    if (!(await tried(() => sendJson("DELETE", `${at}?version=${version}`).then(() => true)))) return;
    toast("The project is in the trash.", { undo: () => tried(() => sendJson("POST", `${at}restore/`).then(() => location.reload())) });
  }
}
