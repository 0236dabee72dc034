/** The page of a bot's chat widget: a preview that follows the form, and tags to copy. */

const PAUSE_MILLISECONDS = 150;
const form = document.getElementById("theme");
const frame = document.getElementById("frame");
const switches = document.getElementById("switches");

/** What the server made of the form last; null until somebody has changed something. */
let shown = null;
let asked = 0;
let timer = 0;

function tellFrame() {
  const chosen = new Map([...switches.querySelectorAll("select, input:checked")].map(({ name, value }) => [name, value]));
  const message = {
    shown,
    state: chosen.get("state"),
    scheme: chosen.get("scheme"),
    language: chosen.get("language") ?? null,
    mirrored: chosen.has("mirrored"),
  };
  frame.contentWindow.postMessage(message, window.location.origin);
  frame.classList.toggle("phone", chosen.get("screen") === "phone");
}

/** The server says what the form would look like, and what is wrong with it. Answers may overtake each other. */
async function askServer() {
  const mine = (asked += 1);
  const response = await fetch(frame.src, { method: "POST", body: new FormData(form) }).catch(() => null);
  const said = await response?.json().catch(() => null);
  if (mine !== asked) {
    return;
  }
  showProblem(said);
  if (said?.shown) {
    shown = said.shown;
    document.getElementById("advice").textContent = said.advice;
    tellFrame();
  }
}

function showProblem(said) {
  const problem = document.getElementById("problem");
  const [name, sentences] = Object.entries(said?.errors ?? {})[0] ?? [];
  if (said === null || said === undefined) {
    problem.textContent = problem.dataset.unreachable;
  } else {
    problem.textContent = name ? `${problem.dataset.notShown} ${labelOf(name) ?? problem.dataset.form}: ${sentences.join(" ")}` : "";
  }
}

function labelOf(name) {
  const [text, language] = name.split("-");
  const heading = document.getElementById(`text-${text}`)?.textContent;
  return heading ? `${heading} (${language})` : form.elements[name]?.labels?.[0]?.textContent;
}

function follow() {
  clearTimeout(timer);
  timer = setTimeout(askServer, PAUSE_MILLISECONDS);
}

/** The picker and the box are two ways to one colour; only the box is sent. */
function joinPicker() {
  const picker = document.getElementById("picker");
  const box = form.elements.colour;
  if (!picker) {
    return;
  }
  picker.hidden = false;
  picker.addEventListener("input", () => {
    box.value = picker.value;
  });
  box.addEventListener("input", () => {
    if (/^#[0-9a-f]{6}$/i.test(box.value)) {
      picker.value = box.value;
    }
  });
}

/** Where the clipboard is out of reach, as over plain http, the text is selected to be copied by hand. */
async function copy(button) {
  const text = document.getElementById(button.dataset.copy);
  const told = document.getElementById("copied");
  try {
    await navigator.clipboard.writeText(text.textContent);
    told.textContent = told.dataset.copied;
  } catch {
    window.getSelection().selectAllChildren(text);
    told.textContent = told.dataset.selected;
  }
}

joinPicker();
switches.hidden = false;
switches.addEventListener("change", tellFrame);
form.addEventListener("input", follow);
form.addEventListener("change", follow);
window.addEventListener("message", ({ source, data }) => {
  if (source === frame.contentWindow && data === "ready") {
    tellFrame();
  }
});
// The frame may have been ready before this page listened.
tellFrame();
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
// What was refused, or what the browser has put back, is not what the frame was made with.
if (form.querySelector(".errors, .errornote")) {
  askServer();
}
