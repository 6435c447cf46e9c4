// What is being written in a document or a description, kept in this browser until it is stored.

const keyOf = (id) => `omniforge.writing.${id}`;

/** Return {version, fields, at} of what was being written, or null. */
export const loadWriting = (id) => JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");

/** Keep it; returns false where it is too long for this browser. */
export function keepWriting(id, version, fields) {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ version, fields, at: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

export const forgetWriting = (id) => localStorage.removeItem(keyOf(id));
