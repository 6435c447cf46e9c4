// The trial page: compares an agent's answers with and without a change.
import { Prose } from "../chat/prose.js";
import { sendJson } from "../chat/transport.js";
import { el, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";

const form = need("#trial", document, HTMLFormElement);
const [run, keep] = ["#run-trial", "#keep-changes"].map((id) => need(id, document, HTMLButtonElement));
const [status, problem, compared] = ["#trial-status", "#trial-problem", "#compared"].map((id) => need(id));
const fields = [need("#description", form, HTMLInputElement), need("#instructions", form, HTMLTextAreaElement)];
const path = `/api/v1/agents/${form.dataset.agent}/`;
const PATIENCE_MS = 15 * 60_000; // each prompt is answered twice
let isActing = false;

const METHODS = { rules: gettext("by rules"), model: gettext("by the model") };
const ENDS = { succeeded: "", partial: gettext("partial"), failed: gettext("failed"), cancelled: gettext("cancelled") };

form.addEventListener("submit", (event) => {
  event.preventDefault();
  act(gettext("Both are answering"), async () => show(await sendJson("POST", `${path}trial/`, { changes: changes(), prompts: prompts() }, PATIENCE_MS)));
});
keep.addEventListener("click", () => act(gettext("Saving"), async () => {
  await sendJson("PATCH", path, changes());
  location.assign(form.dataset.page ?? "/agents/");
}));
form.addEventListener("input", showButtons);
showButtons();

/** The changed fields. */
function changes() {
  return Object.fromEntries(fields.filter((one) => one.value !== one.defaultValue).map((one) => [one.name, one.value]));
}

function prompts() {
  return need("#prompts", document, HTMLTextAreaElement).value.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** Run an action, one at a time; errors appear below the buttons, and the input stays. */
async function act(words, does) {
  problem.hidden = isActing = true;
  status.textContent = words;
  showButtons();
  try {
    await does();
  } catch (error) {
    need("span", problem).textContent = error.message;
    problem.hidden = false;
  }
  status.textContent = "";
  isActing = false;
  showButtons();
}

function showButtons() {
  const { length } = prompts();
  run.disabled = isActing || length === 0 || length > Number(form.dataset.most);
  keep.disabled = isActing || Object.keys(changes()).length === 0;
}

function show(comparisons) {
  compared.replaceChildren(...comparisons.map(({ prompt, now, changed }) => el("section", { class: "block" },
    el("h2", { dir: "auto" }, prompt),
    el("div", { class: "cols" }, answer(gettext("As it is"), now), answer(gettext("With the change"), changed)))));
  need("h2", compared).scrollIntoView({ block: "nearest" });
}

function answer(title, { text, status: how, method }) {
  const prose = new Prose();
  prose.update(text || gettext("No answer."), false);
  const meta = [METHODS[method] ?? method, ENDS[how] ?? how].filter(Boolean).join(", ");
  return el("section", { class: "card pad" }, el("h3", { class: "line" }, el("span", { class: "grow" }, title), el("span", { class: "meta" }, meta)), prose.node);
}
