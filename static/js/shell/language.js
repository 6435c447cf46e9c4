// Translations of script texts. `js/words/`, written by `manage.py makemessages` from the catalogue, is loaded before
// any module. English pages have none.

/** @type {{language?: string, plural: (count: number) => number | boolean, texts: Record<string, string | string[]>}} */
const { language, plural, texts } = /** @type {any} */ (globalThis).WORDS ?? { plural: (count) => count !== 1, texts: {} };

/** The locale of numbers and dates: on an English page the browser's. */
export const locale = language;

/** Return `text` with `values` for its {placeholders}. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/**
 * Return `text` in the page's language, with `values` for its {placeholders}.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export const translated = (text, values = {}) => fill(String(texts[text] ?? text), values);

/** The same for a literal, which the catalogues collect. */
export const gettext = translated;

/** Mark a literal for the catalogues without translating it: `translated` does that later. */
export const gettext_noop = (text) => text;

/**
 * Return `one` or `many` in the page's language for `count`, which is also a value unless `values` overrides it.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, unknown>} [values]
 */
export const ngettext = (one, many, count, values = {}) => fill((texts[one] ?? [one, many])[Number(plural(count))], { count, ...values });

/**
 * Return the pieces of `text`, a result of `gettext`, with nodes for its {placeholders}.
 * @param {string} text
 * @param {Record<string, Node | string | null>} nodes
 */
export const withNodes = (text, nodes) => text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? nodes[piece] : piece)).filter(Boolean);
