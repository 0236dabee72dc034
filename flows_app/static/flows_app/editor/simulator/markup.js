/** A message as the chat shows it: the HTML that the server has made of its Markdown, or its words. */

const TAGS = new Set("a blockquote br code em hr img li ol p pre s strong table tbody td th thead tr ul".split(" "));
const ATTRIBUTES = { a: ["href", "title", "target", "rel"], img: ["src", "alt", "title", "referrerpolicy"], ol: ["start"] };
const made = new WeakMap();

/** The same nodes each time, so that what is selected in them stays selected. */
export function shown(message) {
  if (!message.html) return message.text;
  if (!made.has(message)) made.set(message, rich(message.html));
  return made.get(message);
}

/** The server has cleaned it; here only known elements are copied, so that nothing else could come in. */
function rich(html) {
  const element = document.createElement("div");
  element.className = "ed-sim-rich";
  element.append(...copies(new DOMParser().parseFromString(html, "text/html").body));
  return element;
}

function copies({ childNodes }) {
  return [...childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue];
    return TAGS.has(node.localName) ? [copy(node)] : [];
  });
}

function copy(node) {
  const element = document.createElement(node.localName);
  for (const name of ATTRIBUTES[node.localName] ?? []) {
    if (node.hasAttribute(name)) element.setAttribute(name, node.getAttribute(name));
  }
  element.append(...copies(node));
  return element;
}
