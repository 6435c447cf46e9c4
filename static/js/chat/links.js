// Addresses that others wrote. Only pages are followed: http, https, and our own.

/** Return {href, place} of a link that may be followed, or null; `place` is its host, empty for our own pages. */
export function safeLink(link, origin = location.origin) {
  if (!link || !URL.canParse(link, origin)) return null;
  const url = new URL(link, origin);
  if (!["http:", "https:"].includes(url.protocol)) return null;
  return { href: url.href, place: url.origin === origin ? "" : url.host.replace(/^www\./, "") };
}
