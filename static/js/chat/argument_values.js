// Converts a call's arguments to editable text, and back. Pure.
import { gettext } from "../shell/language.js";

const SHORT = 60; // characters up to which JSON stays on one line

/** Return `value` as editable text: strings unchanged, null as '', names joined by commas, anything else as JSON. */
export function asText(value) {
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (isNames(value)) return value.join(", ");
  const line = JSON.stringify(value);
  return line.length <= SHORT ? line : JSON.stringify(value, null, 2);
}

/** Parse the edited `text` to {value} of the type of `original`, or {problem} in words. */
export function fromText(text, original) {
  if (typeof original === "string") return { value: text };
  if (original === null) return { value: text === "" ? null : text };
  if (isNames(original) && !text.trim().startsWith("[")) return { value: text.split(",").map((name) => name.trim()).filter(Boolean) };
  const read = readJson(text);
  return read && kindOf(read.value) === kindOf(original) ? read : { problem: WANTED[kindOf(original)] };
}

const WANTED = {
  number: gettext("Write a number, with a point before decimals."),
  boolean: gettext("Write true or false."),
  list: gettext("Write a list as JSON: [\"one\", \"two\"]."),
  object: gettext("Write an object as JSON: {\"name\": \"value\"}."),
};

/** Whether the list survives joining by commas and splitting. */
function isNames(value) {
  return Array.isArray(value) && value.length > 0 && !String(value[0]).startsWith("[")
    && value.every((one) => typeof one === "string" && one !== "" && one === one.trim() && !/[,\n]/.test(one));
}

function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function readJson(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
