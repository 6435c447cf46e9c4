// The texts of scripts in the language of the page. Their translations are there before any module is: `js/words/`, which
// `manage.py makemessages` writes from the catalogue. English pages have none.

/** @type {{language?: string, plural: (count: number) => number | boolean, texts: Record<string, string | string[]>}} */
const { language, plural, texts } = /** @type {any} */ (globalThis).WORDS ?? { plural: (count) => count !== 1, texts: {} };

/** Whose numbers and days are shown: on an English page those of the browser. */
export const locale = language;

/** Return `text` with `values` in place of its {names}. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/**
 * Return `text` as the page's language has it, with `values` in place of its {names}.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export const translated = (text, values = {}) => fill(String(texts[text] ?? text), values);

/** The same for a text that is written out, so that the catalogues get to know it. */
export const gettext = translated;

/** Return a text as it is that they are to know: what is shown of it is `translated`. */
export const gettext_noop = (text) => text;

/**
 * Return `one` or `many` as the page's language has it for `count`, which is a value too, unless `values` writes it otherwise.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, unknown>} [values]
 */
export const ngettext = (one, many, count, values = {}) => fill((texts[one] ?? [one, many])[Number(plural(count))], { count, ...values });

/**
 * Return the pieces of `text`, a text that `gettext` gave, with nodes in place of its {names}.
 * @param {string} text
 * @param {Record<string, Node | string | null>} nodes
 */
export const withNodes = (text, nodes) => text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? nodes[piece] : piece)).filter(Boolean);
