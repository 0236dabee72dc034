/** Nothing of the page gets in: what is important wins from inside. */
export const styles = new CSSStyleSheet();
styles.replaceSync(`
:host { all: initial !important; display: block !important; }
:host([mode="inline"]) { height: 100% !important; min-height: 400px !important; }
.root { --accent: var(--soni-accent, #3b5bdb); --on: var(--soni-accent-text, #fff); --ink: light-dark(oklch(from var(--accent) min(l, .47) c h), oklch(from var(--accent) max(l, .8) c h));
  --surface: var(--soni-background, light-dark(#fff, #171a21)); --text: var(--soni-text, light-dark(#1b1f27, #e8ebf1)); --soft: light-dark(#f1f3f7, #262b36); --line: light-dark(#e2e6ee, #2f3541);
  --control: #7c8696; --muted: light-dark(#596273, #a5aebd); --bad: light-dark(#b3261e, #ffb4ab); --shadow: 0 0 0 1px #0001, 0 8px 32px #0003;
  --z: var(--soni-z-index, 2147483000); --block: var(--soni-offset-block, 20px); --inline: var(--soni-offset-inline, 20px); height: 100%; color: var(--text); color-scheme: light dark;
  font: 15px/1.45 var(--soni-font, system-ui, "Segoe UI", Roboto, sans-serif); }
[data-scheme="light"] { color-scheme: light; }
[data-scheme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
[hidden], .banner:empty, .welcome:empty, .badge:empty, .end:empty { display: none !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button, input, select, textarea, summary { padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
::placeholder { color: var(--muted); opacity: 1; }
svg { display: block; width: 20px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }

.launcher, dialog.panel { position: fixed; z-index: var(--z); inset: auto; inset-block-end: var(--block); inset-inline-end: var(--inline); }
[data-position="start"] :is(.launcher, .panel) { inset-inline: var(--inline) auto; }
.launcher { display: flex; align-items: center; gap: 10px; min-width: 60px;
  height: 60px; padding: 0 16px; border-radius: 30px; background: var(--accent); color: var(--on); font-weight: 600; box-shadow: var(--shadow); }
.launcher:focus-visible { outline: 3px solid var(--surface); box-shadow: 0 0 0 6px var(--ink); }
.launcher svg { width: 28px; }
.badge { position: absolute; inset-block-start: -4px; inset-inline-end: -4px; min-width: 22px; padding: 0 5px; border-radius: 12px; background: #c92a2a; color: #fff; font: 700 12px/22px sans-serif; text-align: center; }
.panel { display: flex; flex-direction: column; width: 100%; height: 100%; max-width: none; padding: 0; overflow: hidden; border: 1px solid var(--line);
  border-radius: var(--soni-radius, 16px); background: var(--surface); color: inherit; }
dialog.panel { inset-block-end: calc(var(--block) + 74px); width: min(400px, 100% - 2 * var(--inline)); height: 680px;
  max-height: calc(100dvh - var(--block) - 94px); border: 0; box-shadow: var(--shadow); animation: rise .2s; }
dialog:not([open]) { display: none; }

.header { display: flex; align-items: center; gap: 12px; padding: 12px; padding-inline-start: 16px; background: var(--accent); color: var(--on); }
.header > div { flex: 1; min-width: 0; }
.header :focus-visible { outline-color: currentColor; outline-offset: -2px; }
h2, .subtitle { overflow: hidden; font-size: 13px; text-overflow: ellipsis; white-space: nowrap; }
h2 { font-size: 16px; }
.avatar { display: grid; flex: none; place-items: center; width: 40px; height: 40px; overflow: hidden; border-radius: 50%; font-weight: 700; }
.avatar img { width: 100%; height: 100%; object-fit: cover; }
.icon, .send, .latest { display: grid; flex: none; place-items: center; width: 40px; height: 40px; border-radius: 50%; list-style: none; }
.avatar, .icon:hover { background: color-mix(in srgb, currentColor 18%, transparent); }
details { position: relative; margin-inline-end: -12px; }
details svg { stroke-width: 3; }
.menu { position: absolute; z-index: 1; inset-block-start: 44px; inset-inline-end: 0; width: 250px; padding: 6px; border-radius: 12px; background: var(--surface); color: var(--text); box-shadow: var(--shadow); }
.menu > * { display: flex; align-items: center; justify-content: space-between; gap: 12px; width: 100%; min-height: 44px; padding: 0 12px; border-radius: 8px; text-align: start; }
.menu button:hover { background: var(--soft); }
.menu :focus-visible { outline-color: var(--ink); }
.banner { padding: 8px 16px; background: var(--soft); color: var(--muted); font-size: 13px; text-align: center; }

.scroller { display: flex; flex: 1; flex-direction: column; padding: 16px 16px 8px; overflow: hidden auto; overscroll-behavior: contain; scrollbar-width: thin; }
.scroller:focus-visible { outline-offset: -3px; }
.list { display: flex; flex-direction: column; margin-block-start: auto; }
.welcome { margin: auto; text-align: center; }
.welcome .avatar { width: 68px; height: 68px; margin: 0 auto 16px; background: var(--accent); color: var(--on); font-size: 28px; }
h3 { font-size: 19px; line-height: 1.3; overflow-wrap: anywhere; white-space: pre-line; }
.message { position: relative; display: flex; flex-direction: column; align-items: flex-start; max-width: 86%; margin-block-end: 3px; animation: rise .2s; }
.message[data-last] { margin-block-end: 14px; }
.message:not([data-last]) .meta:has(time) { display: none; }
.changed { animation: none; }
[data-role="user"] { align-items: flex-end; align-self: flex-end; }
[data-role="system"] { align-items: center; align-self: center; }
.bubble { max-width: 100%; padding: 9px 14px; border-radius: 18px; border-end-start-radius: 6px; background: var(--soft); overflow-wrap: anywhere; white-space: pre-line; }
[data-role="user"] .bubble { border-radius: 18px; border-end-end-radius: 6px; background: var(--accent); color: var(--on); box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--accent), var(--on) 15%); }
[data-role="system"] .bubble { background: none; color: var(--muted); font-size: 13px; }
[data-role="agent"] .bubble { box-shadow: inset 0 0 0 1px var(--ink); }
[data-state="failed"] .bubble { background: none; color: var(--text); box-shadow: inset 0 0 0 1px var(--bad); }
.rich { white-space: normal; }
.rich > * + * { margin-block-start: 8px; }
.rich :is(ul, ol, blockquote) { padding-inline-start: 20px; }
.rich :is(pre, table) { display: block; overflow-x: auto; }
.rich a { color: inherit; }
.rich img { display: block; max-width: 100%; max-height: 260px; border-radius: 8px; }
.speaker, .meta { margin: 3px 4px; color: var(--muted); font-size: 12px; }
.late { animation: fade .2s .5s both; }
[data-state="failed"] .meta { color: var(--bad); }
.retry { min-height: 28px; padding: 0 8px; font-weight: 700; text-decoration: underline; }
.options { display: flex; flex-wrap: wrap; gap: 8px; margin-block: 8px; }
.option { min-height: 40px; padding: 6px 16px; border: 1px solid var(--ink); border-radius: 20px; color: var(--ink); font-weight: 600; text-align: start; overflow-wrap: anywhere; }
.option:hover { background: var(--ink); color: var(--surface); }
.dots { position: relative; display: inline-flex; gap: 5px; padding: 14px; animation: fade .2s .3s both; }
i { width: 7px; height: 7px; border-radius: 50%; background: var(--muted); animation: fade .6s infinite alternate; }
i + i { animation-delay: .2s; }
i + i + i { animation-delay: .4s; }

.foot { position: relative; padding: 8px 12px 12px; }
.latest { position: absolute; inset-block-start: -44px; inset-inline-end: 16px; background: var(--surface); box-shadow: var(--shadow); }
.composer { display: flex; align-items: flex-end; gap: 6px; padding: 4px; padding-inline-start: 16px; border: 1px solid var(--control); border-radius: 25px; }
.composer:focus-within { border-color: var(--ink); box-shadow: 0 0 0 1px var(--ink); }
textarea, .field :is(input, select), .menu select { flex: 1; min-width: 0; font-size: 16px; cursor: auto; }
.composer textarea { max-height: 130px; margin: auto 0; padding: 8px 0; outline: 0; field-sizing: content; resize: none; }
.composer :placeholder-shown + .send { background: var(--soft); color: var(--muted); }
.field { display: flex; align-items: flex-end; gap: 8px; }
.field label { flex: 1; min-width: 0; color: var(--muted); font-size: 13px; }
.field :is(input, select), .menu select, .rating textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 12px; background: var(--surface); color: var(--text); }
.menu select { flex: none; width: auto; }
.answer > * { margin: 4px 0 10px; }
.primary, .quiet { min-height: 44px; padding: 0 18px; border-radius: 22px; font-weight: 600; }
.primary, .send { background: var(--accent); color: var(--on); }
.quiet { box-shadow: inset 0 0 0 1px var(--control); }
.end > *, .rating { display: grid; gap: 12px; width: 100%; justify-items: center; text-align: center; }
fieldset { padding: 0; border: 0; }
.star { position: relative; display: inline-block; padding: 8px; font-size: 28px; line-height: 1; }
fieldset:has(:checked) .star { color: var(--ink); }
.star, .star:has(:checked) ~ .star { color: var(--control); }
.star input { position: absolute; inset: 0; opacity: 0; }
.star:has(:focus-visible) { outline: 2px solid var(--ink); }

@media (max-width: 480px), (max-height: 400px) {
  .root dialog.panel { inset: var(--top, 0) 0 auto; width: 100%; height: var(--height, 100dvh); max-height: none; border-radius: 0; touch-action: pinch-zoom; }
  .scroller { touch-action: pan-y pinch-zoom; }
  dialog .header { padding-block-start: max(12px, env(safe-area-inset-top)); }
  dialog .foot { padding-block-end: max(12px, env(safe-area-inset-bottom)); }
  .launcher span { display: none; }
}
@media (pointer: coarse) { .root :is(button, summary) { min-width: 44px; min-height: 44px; } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } }
@media (forced-colors: active) {
  .root :is(.launcher, .panel, .bubble, .send, .primary, .quiet, .menu, .badge) { border: 1px solid; }
  .composer:focus-within { outline: 2px solid Highlight; }
  i { background: CanvasText; }
  fieldset:has(:checked) .star { color: Highlight; }
}
@media print { :host(:not([mode="inline"])) { display: none !important; } }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
@keyframes fade { from { opacity: .2; } }
`);
