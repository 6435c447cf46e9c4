// Search dialogs. The field exists at once, so that no key press is lost while the search module loads.
import { el, icon } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { onDemand } from "../shell/pacing.js";
import { toastAway } from "./notices.js";

/**
 * Return a dialog with a field and a place for results. `load(field)` promises the search, whose `begin()` is called each time it opens;
 * `field.isAwaited` says that Enter was pressed before it had loaded.
 */
export function finder({ id, label, placeholder }, load) {
  const input = el("input", { id: `${id}-words`, role: "combobox", "aria-expanded": "true", "aria-controls": `${id}-found`, autocomplete: "off", placeholder });
  const results = el("div", { class: "menu-list", role: "listbox", id: `${id}-found`, "aria-label": gettext("What was found") });
  const note = el("p", { class: "note menu-note", role: "status" });
  const dialog = el("dialog", { class: "card", "aria-label": label },
    el("label", { class: "vh", for: `${id}-words` }, label),
    el("div", { class: "line search-line" }, icon("search"), input, el("kbd", {}, gettext("Esc"))), results, note);
  const field = { dialog, input, results, note, isAwaited: false };
  const loaded = onDemand(() => load(field));
  const open = () => {
    if (dialog.open) return;
    input.value = "";
    field.isAwaited = false;
    dialog.showModal();
    loaded().then((found) => dialog.open && found.begin(), () => { dialog.close(); toastAway(); });
  };
  input.addEventListener("keydown", ({ key }) => { field.isAwaited = key === "Enter"; });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  return { open, load: loaded };
}
