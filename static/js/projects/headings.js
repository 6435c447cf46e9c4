// Headings of a text as places that a link can name, `#competitors-in-europe`, as sources of answers do.

/** The name of a heading: its words in lower case, joined by hyphens, as the server makes it for links. */
export const anchorOf = (heading) => (heading.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join("-");

/** Tell screen readers levels of which none is skipped, wherever the writer began. The page's own end at 2. */
export function levelHeadings(prose) {
  let before = 2;
  for (const heading of prose.querySelectorAll("h3,h4,h5,h6")) {
    before = Math.min(Number(heading.tagName[1]), before + 1);
    heading.setAttribute("aria-level", before);
  }
}

/** Go to the heading in `prose` that the address names, if there is one. Names, not ids: a text must not take those of the page. */
export function goToHeading(prose) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const heading = wanted && [...prose.querySelectorAll("h3,h4,h5,h6")].find(({ textContent }) => anchorOf(textContent) === wanted);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
  heading.scrollIntoView();
}
