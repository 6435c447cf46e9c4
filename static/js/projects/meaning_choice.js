// Whether search may go by meaning in a project: what that does, what it reveals, and the switch.
import { el, icon } from "../shell/dom.js";
import { patchRow } from "./changing.js";

/** Ask the person. `model` makes the vectors, and is empty where there is none; `row()` gives the project as it is. */
export function chooseMeaning({ row, model }) {
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
      el("h2", { class: "head", id: "meaning-head" }, "Search by meaning"), error,
      el("p", {}, "Search then also finds what says the same in other words. It is ", el("b", {}, isOn ? "on" : "off"), " in this project."),
      el("p", {}, `For this, ${model || "a model"} reads every text of this project, now and after each change, and what people search for. `
        + "It makes numbers of them that tell what a text is about, though not its words. They are kept here, and deleted when this is turned off."),
      !isPossible && el("p", { class: "notice", id: "meaning-why" }, icon("alert"),
        el("span", {}, "There is no model for it here. Whoever runs the server chooses one with OMNIFORGE_MODEL_EMBED.")),
      el("div", { class: "line" },
        el("button", { type: "button", class: "btn solid", disabled: !isPossible, "aria-describedby": !isPossible && "meaning-why", onclick: turn }, isOn ? "Turn it off" : "Turn it on"),
        el("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, "Cancel"))));
  document.body.append(dialog);
  dialog.showModal();
}
