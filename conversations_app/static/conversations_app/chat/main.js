import { Api } from "../api.js";
import { Composer } from "./composer.js";
import { Memory } from "./memory.js";
import { Session } from "./session.js";
import { View } from "./view.js";

const byId = (id) => document.getElementById(id);

const { bot, botName, language, apiBase, socketBase, messageLength } = byId("chat").dataset;
const memory = new Memory(bot, language);
const api = new Api(apiBase);

const view = new View({
  parts: {
    connection: byId("connection"),
    scroller: byId("scroller"),
    transcript: byId("transcript"),
    welcome: byId("welcome"),
    typing: byId("typing"),
    latest: byId("latest"),
    notice: byId("notice"),
    field: byId("composer"),
    send: byId("send"),
  },
  botName,
  onRetry: (clientId) => session.retry(clientId),
  onPress: (option, seq) => {
    session.press(option, seq);
    view.toEnd();
    // The button goes away, and with it the focus.
    composer.focusUnlessTouch();
  },
});

const composer = new Composer({
  form: byId("composer-form"),
  field: byId("composer"),
  left: byId("characters-left"),
  messageLength: Number(messageLength),
  onSend: (text) => {
    session.say(text);
    view.toEnd();
  },
});

let session = begin();

function begin() {
  const begun = new Session({ api, bot, language, socketBase, memory, onChange: () => view.show(() => begun.snapshot) });
  begun.start();
  return begun;
}

function startOver() {
  session.stop();
  memory.forget();
  session = begin();
  composer.focusUnlessTouch();
}

byId("start-over").addEventListener("click", startOver);
addEventListener("online", () => session.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && session.wake());
composer.focusUnlessTouch();
