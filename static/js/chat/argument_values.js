// The arguments of a call as text that can be edited, and back. Pure.

const SHORT = 60; // characters that JSON may take in one line

/** Return `value` as it is shown for editing: text as it is, nothing as no text, anything else as JSON. */
export function asText(value) {
  if (typeof value === "string") return value;
  if (value === null) return "";
  const line = JSON.stringify(value);
  return line.length <= SHORT ? line : JSON.stringify(value, null, 2);
}

/** Return {value} of the edited `text`, of the same kind as `original`, or {problem} in words. */
export function fromText(text, original) {
  if (typeof original === "string") return { value: text };
  if (original === null) return { value: text === "" ? null : text };
  const read = readJson(text);
  return read && kindOf(read.value) === kindOf(original) ? read : { problem: WANTED[kindOf(original)] };
}

const WANTED = {
  number: "Write a number, with a point before decimals.",
  boolean: "Write true or false.",
  list: "Write a list as JSON: [\"one\", \"two\"].",
  object: "Write an object as JSON: {\"name\": \"value\"}.",
};

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
