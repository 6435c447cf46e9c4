// The data that a page is sent with: as it came, and as it would come now.

const read = (page) => JSON.parse(page.getElementById("page-data").textContent);

export const firstData = () => read(document);

/** Ask for the page anew: {data, page}, or null where what it shows is gone. */
export async function freshPage() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.status === 404) return null;
  if (!answer.ok || answer.redirected) throw new Error("The page could not be read anew.");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { data: read(page), page };
}
