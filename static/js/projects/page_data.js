// The data that a page is sent with: as it came, and as it would come now.
import { getPage } from "../chat/api.js";

const read = (page) => JSON.parse(page.getElementById("page-data").textContent);

export const firstData = () => read(document);

/** Ask for the page anew: {data, page}, or null where what it shows is gone. */
export async function freshPage() {
  const page = await getPage(location.href);
  return page && { data: read(page), page };
}
