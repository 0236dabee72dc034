// The line between cards and panels: dragged, or moved by the arrows.

const KEY = "soni-editor-panels";
const STEP = 24;
const LEAST = 320;

export function listenToSplitter(splitter, body) {
  let width = Number(localStorage.getItem(KEY)) || 0;
  const most = () => body.clientWidth - 420;
  const put = (wanted) => {
    width = Math.round(Math.max(LEAST, Math.min(wanted, most())));
    body.style.setProperty("--ed-right-width", `${width}px`);
    splitter.setAttribute("aria-valuenow", String(width));
    splitter.setAttribute("aria-valuemin", String(LEAST));
    splitter.setAttribute("aria-valuemax", String(Math.max(LEAST, most())));
  };
  const keep = () => localStorage.setItem(KEY, String(width));
  const now = () => body.querySelector(".ed-right").clientWidth;
  put(width || now());
  if (!localStorage.getItem(KEY)) body.style.removeProperty("--ed-right-width");

  splitter.addEventListener("pointerdown", (event) => splitter.setPointerCapture(event.pointerId));
  splitter.addEventListener("pointermove", (event) => splitter.hasPointerCapture(event.pointerId) && put(body.getBoundingClientRect().right - event.clientX));
  splitter.addEventListener("pointerup", keep);
  splitter.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    put(now() + by);
    keep();
  });
}
