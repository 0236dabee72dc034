// Tells that a version is out, with the way to the chat that people have with it now.

import { toast } from "../parts/toast.js";

/** `chat` is the address of the bot's chat page; null as long as the bot is not public. */
export function tellPublished(editor, sentence, chat) {
  const { page_bot: settings } = editor.boot.urls;
  if (chat) toast(sentence, { link: { label: "Open the chat", href: chat } });
  else toast(`${sentence} The bot is not public yet: tick “Public” in its settings, and it has a chat page.`, { link: { label: "The bot’s settings", href: settings } });
}
