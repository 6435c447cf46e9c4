// What stands in the way of storing what was written, with what can be done. What was written stays where it is.
import { el, icon } from "../shell/dom.js";

/** A refusal in the words of the server. */
export const refusalNotice = (refusal) => el("p", { class: "notice bad", role: "alert" }, icon("alert"), el("span", {}, refusal.message));

/** The newer version that somebody stored meanwhile, to be compared with what is written here; folded unless `isOpen`. */
export function conflictNotice({ row, field, isOpen, keepMine, takeTheirs }) {
  return el("div", { class: "notice warn", role: "alert" }, icon("alert"),
    el("div", { class: "grow form" },
      el("p", {}, `Somebody stored version ${row.version} while you were writing. What you wrote is below, and not stored yet.`),
      el("details", { open: isOpen }, el("summary", {}, icon("right", "s turn-on"), `'${row.title}', version ${row.version}, as it is now`),
        el("div", { class: "code" }, el("pre", { class: "long", tabindex: "0", role: "region", "aria-label": `Version ${row.version}` }, row[field]))),
      el("div", { class: "line wrap" },
        el("button", { type: "button", class: "btn small", onclick: keepMine }, "Store mine in its place"),
        el("button", { type: "button", class: "btn small danger", onclick: takeTheirs }, "Drop mine"))));
}

/** What was being written when the page was left. */
export function draftNotice({ at, goOn, discard }) {
  const when = new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return el("div", { class: "notice", role: "status" }, icon("pencil"),
    el("div", { class: "grow line wrap" }, el("span", { class: "grow" }, `You were writing here on ${when}, and have not saved it.`),
      el("button", { type: "button", class: "btn small", onclick: goOn }, "Go on writing"),
      el("button", { type: "button", class: "btn quiet small", onclick: discard }, "Discard it")));
}
