/** The frame in which the chat widget is shown; the page around it says how. */

const html = document.documentElement;
const chat = document.createElement("soni-chat");
// What opens takes the focus; but the author is writing in the page around.
chat.inert = true;
let shown = JSON.parse(document.getElementById("shown").textContent);
let how = { state: "talking", scheme: "", language: null, mirrored: false };

function show() {
  const language = how.language ?? Object.keys(shown.languages)[0];
  const { texts, words, direction, messages } = shown.languages[language];
  const theme = { ...shown.theme, colour_scheme: how.scheme || shown.theme.colour_scheme };
  html.lang = language;
  html.dir = how.mirrored ? "rtl" : direction;
  html.dataset.scheme = theme.colour_scheme;
  chat.preview({
    name: shown.name,
    language,
    direction: html.dir,
    languages: Object.keys(shown.languages),
    theme,
    texts,
    words,
    messages: how.state === "fresh" ? [] : messages,
    state: { open: how.state !== "closed" },
  });
}

window.addEventListener("message", ({ origin, source, data }) => {
  if (origin !== window.location.origin || source !== window.parent || typeof data !== "object") {
    return;
  }
  how = data;
  shown = data.shown ?? shown;
  show();
});

customElements.whenDefined("soni-chat").then(() => {
  document.body.append(chat);
  show();
  window.parent.postMessage("ready", window.location.origin);
});
