import { openMenu } from "../parts/menu.js";

const PAGES = [
  ["page_bot", "The bot’s settings"],
  ["page_history", "History in the log"],
  ["page_withdraw", "Withdraw from people…"],
  ["page_delete", "Delete the flow…"],
];

/** The admin's other pages about this flow. */
export function openPageMenu(editor, anchor) {
  const items = PAGES.filter(([word]) => editor.boot.urls[word]).map(([word, label]) => ({
    label,
    danger: word === "page_delete",
    run: () => location.assign(editor.boot.urls[word]),
  }));
  openMenu(anchor, "More about this flow", items);
}
