// Draws answers with the page's own renderer, whole and piece by piece, and tells what is wrong with what it sees.
const CUTS = 40; // of an answer
const LINE = 32; // pixels: by so much may an answer shrink when a sign that was held back turns out to be one
const CODE = { bash: "echo 1", css: "a { top: 0 }", diff: "+ 1", html: "<p>1</p>", js: "let a", json: "[1]", python: "1", sql: "SELECT 1" }; // what the answers have
const SIGNS = /\*\*|~~|```|^\s*\|/m;
const { Prose } = await import("/static/js/chat/prose.js");

const place = document.createElement("div");
document.getElementById("log").append(place);

/** Return what is wrong, in a line each. */
export async function drawn(answers) {
  await loadLanguages();
  return answers.flatMap((answer) => [...atRest(answer), ...streamed(answer)].map((words) => `${answer.name}: ${words}`));
}

/** Colours come a moment after the first code in a language, and at once from then on. */
async function loadLanguages() {
  const code = prose();
  code.update(Object.entries(CODE).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``).join("\n\n"), false);
  while (place.querySelector("code:not(:has(span))")) await new Promise(requestAnimationFrame);
}

function prose() {
  const made = new Prose();
  place.replaceChildren(made.node);
  return made;
}

function atRest({ markdown, checks }) {
  const { node } = whole(markdown);
  return [
    ...checks.map(([selector, text, count]) => problem(selector, [...node.querySelectorAll(selector)], text, count)).filter(Boolean),
    ...overflowing(node), ...carets(node, 0),
  ];
}

function whole(markdown) {
  const made = prose();
  made.update(markdown, false);
  return made;
}

function problem(selector, found, text, count) {
  if (count !== null) return found.length === count ? null : `${selector} is there ${found.length} times, not ${count}`;
  const words = found.map((one) => one.textContent.replace(/\s+/g, " "));
  return words.some((one) => one.includes(text)) ? null : `no ${selector} holds ${text}, but ${JSON.stringify(words)}`;
}

/** What is wider than the column must scroll in itself. */
const overflowing = (node) => (node.scrollWidth > node.clientWidth ? [`it is ${node.scrollWidth} wide in ${node.clientWidth}`] : []);

function carets(node, wanted) {
  const found = node.parentNode.querySelectorAll(".caret").length;
  return found === wanted ? [] : [`${found} carets`];
}

function streamed({ markdown }) {
  const made = prose();
  const problems = [];
  let height = 0;
  for (let cut = 1; cut <= CUTS; cut++) {
    const text = markdown.slice(0, Math.ceil((cut * markdown.length) / (CUTS + 1)));
    made.update(text, true);
    const found = [...carets(made.node, 1), ...overflowing(made.node), ...rawSigns(made.node)];
    const now = made.node.offsetHeight;
    if (height - now > LINE) found.push(`it shrinks from ${height} to ${now}`);
    height = now;
    problems.push(...found.map((words) => `${words} after ${JSON.stringify(text.slice(-40))}`));
  }
  made.update(markdown, false);
  const last = made.node.innerHTML;
  if (last !== whole(markdown).node.innerHTML) problems.push("piece by piece it ends otherwise than at once");
  return problems;
}

/** Return signs of Markdown that are seen as such. */
function rawSigns(node) {
  const copy = node.cloneNode(true);
  copy.querySelectorAll("pre, code, .formula").forEach((code) => code.remove());
  return [...copy.querySelectorAll("p, li, h3, h4, h5, h6")].filter((one) => SIGNS.test(one.textContent)).map((one) => `raw: ${one.textContent.slice(0, 60)}`);
}
