// Makes elements. Children are nodes or text; text stays text, so nothing that was written becomes markup.

/** Return <tag> with `attributes` (false and null are left out, functions become listeners) and `children`. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** Return the icon `name` of the page's sprite, as `{% icon %}` does in templates. */
export function icon(name, classes = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `i ${classes}`.trim());
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * What has the focus within `place`, or null.
 * @returns {HTMLElement}
 */
export function focusedIn(place) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  return place.contains(focused) ? focused : null;
}

/** An icon button: `label` is its name for screen readers, `size` may be "s". */
export function iconButton(name, label, onclick, size = "") {
  return el("button", { type: "button", class: "ib", "aria-label": label, title: label, onclick }, icon(name, size));
}
