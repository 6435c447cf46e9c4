// The arguments of a call as text that can be edited, and back. Pure.
import { gettext } from "../shell/language.js";

const SHORT = 60; // characters that JSON may take in one line

/** Return `value` as it is shown for editing: text as it is, nothing as no text, names with commas, anything else as JSON. */
export function asText(value) {
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (isNames(value)) return value.join(", ");
  const line = JSON.stringify(value);
  return line.length <= SHORT ? line : JSON.stringify(value, null, 2);
}

/** Return {value} of the edited `text`, of the same kind as `original`, or {problem} in words. */
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

/** Is it a list that is the same once its texts were joined by commas and split again? */
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
