// The menu of models, grouped by connection, each with context window, price and abilities.
import { el, icon, need, openMenu } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { onDemand } from "../../shell/pacing.js";
import { number } from "../format.js";
import { finder } from "../finder.js";
import { marked, Palette } from "../palette.js";
import { getJson } from "../transport.js";

const SHOWN = 12; // if there are more: the best of each connection, and a search

/** Fetch the models that can be picked, as the API lists them. */
export const load = onDemand(() => getJson("/api/v1/models/"));

/** Open them beside `opener`; `onPick(id)` is called with the one that is picked. `picked` is the one in use. */
export async function openModels(opener, { picked, onPick, label = gettext("Model") }) {
  const models = await load();
  const shown = models.length > SHOWN ? best(models, picked) : models;
  const pick = (id) => { menu.hidePopover(); onPick(id); };
  const menu = el("div", { class: "menu models", popover: "auto", role: "menu", "aria-label": label },
    ...grouped(shown).map(([name, group]) => el("div", { role: "group", "aria-label": name },
      el("p", { role: "presentation" }, name), ...group.map((model) => menuRow(model, model.id === picked, pick)))),
    ...(shown.length < models.length ? [moreRow(models.length, () => { menu.hidePopover(); search(models, onPick); })] : []));
  menu.addEventListener("toggle", (event) => event.newState === "closed" && menu.remove());
  need("main").append(menu);
  openMenu(menu, opener);
  menu.querySelector('[aria-checked="true"]')?.focus();
}

function grouped(models) {
  const groups = new Map();
  for (const model of models) groups.set(model.connection, [...(groups.get(model.connection) ?? []), model]);
  return [...groups];
}

/** The first ones of each connection; the server sorts them. */
function best(models, picked) {
  const groups = grouped(models);
  const each = Math.max(2, Math.floor(SHOWN / groups.length));
  return groups.flatMap(([, group]) => group.filter(({ id, is_default: isDefault }, at) => at < each || isDefault || id === picked));
}

function menuRow(model, isPicked, pick) {
  return el("button", { type: "button", class: "opt", role: "menuitemradio", "aria-checked": String(isPicked), onclick: () => pick(model.id) },
    isPicked ? icon("check", "s") : el("span"), el("span", { class: "clip" }, model.model), contextOf(model), notes(model));
}

function moreRow(count, onclick) {
  return el("button", { type: "button", class: "opt", role: "menuitem", onclick }, icon("search", "s"), gettext("Search all {count} models", { count: number(count) }));
}

function contextOf({ context }) {
  return context ? el("span", { class: "meta", title: gettext("Reads {count} tokens at once", { count: number(context) }) }, size(context)) : null;
}

const size = (tokens) => (tokens >= 1_000_000 ? `${Number((tokens / 1_000_000).toFixed(1))}M` : `${Math.round(tokens / 1_000)}K`);

const canDo = (abilities) => [abilities.includes("tools") ? gettext("Uses tools") : gettext("Limited tool use"), abilities.includes("images") && gettext("Sees images")];

/** Default, abilities, and price per million tokens. */
function notes({ is_default: isDefault, abilities, input_price: sent, output_price: got }) {
  const price = sent && gettext("{sent} / {got} per million tokens", { sent: `$${sent}`, got: `$${got}` });
  const words = [isDefault && gettext("Default"), ...(abilities ? canDo(abilities) : []), price].filter(Boolean);
  return words.length ? el("small", {}, words.join(" · ")) : null;
}

// A searchable list of all models: some vendors list hundreds.

function search(models, onPick) {
  const { open } = finder({ id: "models", label: gettext("Search models"), placeholder: gettext("Find a model") }, async (field) => {
    field.dialog.addEventListener("close", () => field.dialog.remove());
    return new Palette(field, {
      find: (words) => models.filter((model) => fits(model, words)).slice(0, 50),
      row: (model, words) => searchRow(model, words, (id) => { field.dialog.close(); onPick(id); }),
      nothing: (words) => gettext("No model is called '{words}'. Try fewer letters.", { words }),
    });
  });
  open();
}

const fits = ({ model, connection }, words) =>
  words.toLowerCase().split(/\s+/).every((word) => `${model} ${connection}`.toLowerCase().includes(word));

function searchRow(model, words, pick) {
  return el("div", { class: "opt", onclick: () => pick(model.id) },
    el("span"), el("span", { class: "clip" }, ...marked(model.model, words)), el("span", { class: "note" }, model.connection), notes(model));
}
