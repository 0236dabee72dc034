// The languages of the flow's texts, and the one that the whole page shows and writes. A change is told as `view`.

import { byLanguage, isGap, textsOf } from "../document/texts.js";
import { languageName } from "../forms/words.js";

const KEY = "soni-editor-language";

export class Languages {
  #editor;
  #wanted = localStorage.getItem(KEY);
  #chosenHere = [];
  #known = null;

  constructor(editor) {
    this.#editor = editor;
  }

  /** The bot's main language: that of plain texts. */
  get main() {
    return this.#ofBot[0] ?? "en";
  }

  /** The bot's, the main one first, and others in which texts of the flow are written. */
  get all() {
    return this.#read().languages;
  }

  /** In which texts are shown and written, everywhere on the page. */
  get shown() {
    return this.all.includes(this.#wanted) ? this.#wanted : this.main;
  }

  /** Every text of the flow (document/texts.js). */
  get texts() {
    return this.#read().texts;
  }

  /** Remembered in this browser, for other flows too. */
  speak(language) {
    this.#wanted = language;
    // It stays to be chosen when the last text in it is emptied: what is typed next belongs to it, too.
    this.#chosenHere.push(language);
    this.#known = null;
    localStorage.setItem(KEY, language);
    this.#editor.emit("view");
  }

  /** Whether it is one of the bot's languages; texts may be written in others. */
  speaks(language) {
    return language === this.main || this.#ofBot.includes(language);
  }

  /** Texts that people who speak the language get in another one. */
  gaps(language) {
    return this.speaks(language) ? this.texts.filter(({ text, instead }) => isGap(text, language, this.main, instead)) : [];
  }

  /** In which the text at a place of a step or slot is written, such as `message/es/0`; null if no text stands there. */
  languageAt(id, at) {
    const found = this.texts.find((one) => one.id === id && `${at}/`.startsWith(`${one.at.join("/")}/`));
    if (!found) return null;
    return byLanguage(found.text) ? at.split("/")[found.at.length] : this.main;
  }

  /** In words, for each language in which texts are missing; and how many that are in all. */
  get missing() {
    const counted = this.all.map((language) => [language, this.gaps(language).length]).filter(([, count]) => count);
    return { sentences: counted.map(([language, count]) => missingIn(language, count)), number: counted.reduce((sum, [, count]) => sum + count, 0) };
  }

  get #ofBot() {
    return this.#editor.boot.names.languages ?? [];
  }

  /** Once a document: each card asks for the language. */
  #read() {
    const { document, boot } = this.#editor;
    if (this.#known?.document !== document) {
      const texts = textsOf(document, boot.text_places);
      const written = texts.flatMap(({ text }) => (byLanguage(text) ? Object.keys(text) : []));
      this.#known = { document, texts, languages: [...new Set([this.main, ...this.#ofBot, ...written, ...this.#chosenHere])] };
    }
    return this.#known;
  }
}

const missingIn = (language, count) => `${count} ${count === 1 ? "text" : "texts"} missing in ${languageName(language)}`;
