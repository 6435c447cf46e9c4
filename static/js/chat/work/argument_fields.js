// The exact arguments of a call, one field each; edits are validated while typing.
import { el, icon } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { asText, fromText } from "../argument_values.js";

const ONE_LINE = 60; // characters

export class ArgumentFields {
  /**
   * `names` maps arguments to the names of their ids, which are shown; the id is sent unless it is edited. A batch is
   * described line by line, and allowed or refused as a whole.
   */
  constructor(values, names, onChange) {
    this.values = values;
    this.onChange = onChange;
    this.fields = Object.entries(values).map(([name, value]) => field(name, value, names, () => this.checked()));
    this.node = el("dl", { class: "facts arguments" }, this.fields.flatMap(({ label, place }) => [label, place]));
  }

  /** Enable editing, and focus the first field. */
  edit() {
    const open = this.fields.filter(({ isBatch }) => !isBatch);
    for (const { input } of open) input.readOnly = false;
    open[0]?.input.focus();
  }

  get canBeEdited() {
    return this.fields.some(({ isBatch }) => !isBatch);
  }

  /** Disable editing. */
  lock() {
    for (const { input } of this.fields) input.readOnly = true;
  }

  /** Restore the original arguments. */
  reset() {
    this.lock();
    for (const { input, text } of this.fields) input.value = text;
    this.checked();
  }

  checked() {
    this.fields.forEach(check);
    this.fields.find(({ input }) => input === document.activeElement)?.problem.scrollIntoView({ block: "nearest" });
    this.onChange();
  }

  get isEdited() {
    return this.fields.some(({ input, text }) => input.value !== text);
  }

  get isValid() {
    return this.fields.every((one) => !read(one).problem);
  }

  read() {
    return Object.fromEntries(this.fields.map((one) => [one.name, read(one).value]));
  }
}

function field(name, value, names, onInput) {
  const id = `argument-${crypto.randomUUID()}`;
  const text = names[name] ?? asText(value);
  const isLong = text.length > ONE_LINE || text.includes("\n");
  const input = el(isLong ? "textarea" : "input", {
    class: "input small mono well", id, readonly: true, rows: isLong ? lines(text) : null, placeholder: value === null ? gettext("not set") : null, "aria-describedby": `${id}-problem`, oninput: onInput,
  });
  input.value = text;
  const problem = el("p", { class: "problem", id: `${id}-problem`, hidden: true });
  return {
    name, value, text, input, problem, isBatch: typeof value === "object" && name in names,
    label: el("dt", {}, el("label", { for: id }, name.replaceAll("_", " "))), place: el("dd", {}, input, problem),
  };
}

/** Rows of a field in browsers without `field-sizing`. */
const lines = (text) => Math.min(8, text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / ONE_LINE), 0));

/** Unedited values are sent unchanged, with the call's own line ends and spaces. */
const read = ({ input, text, value }) => (input.value === text ? { value } : fromText(input.value, value));

function check(one) {
  const words = read(one).problem;
  one.input.setAttribute("aria-invalid", String(Boolean(words)));
  one.problem.hidden = !words;
  one.problem.replaceChildren(...(words ? [icon("alert", "s"), words] : []));
}
