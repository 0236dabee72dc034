import { openMenu } from "../parts/menu.js";

const PAGES = [
  ["page_chat", "Open the chat"],
  ["page_bot", "The bot’s settings"],
  ["page_duplicate", "Duplicate the flow…"],
  ["page_history", "History in the log"],
  ["page_withdraw", "Withdraw from people…"],
  ["page_delete", "Delete the flow…"],
];

// Not for those who may only look.
const WRITING = new Set(["page_duplicate"]);

/** The admin's other pages about this flow. What is on the page is saved before one leaves for them; the chat is tried beside it. */
export function openPageMenu(editor, anchor) {
  const items = PAGES.filter(([word]) => editor.boot.urls[word] && !(editor.readonly && WRITING.has(word))).map(([word, label]) => ({
    label,
    danger: word === "page_delete",
    run: () => (word === "page_chat" ? open(editor.boot.urls[word], "_blank", "noopener") : leaveFor(editor, editor.boot.urls[word])),
  }));
  openMenu(anchor, "More about this flow", items);
}

async function leaveFor(editor, address) {
  await editor.flush().catch(() => {});
  location.assign(address);
}
