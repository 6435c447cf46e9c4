// What a machine sent or gave, laid out for reading. It stays text.

/** Return JSON data, or a text that may hold JSON, with its lines indented; any other text as it is. */
export function readable(value) {
  if (typeof value !== "string") return JSON.stringify(value, null, 2);
  const data = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
  return data === undefined ? value : JSON.stringify(data, null, 2);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // cut off, or no JSON after all
  }
}
