(() => {
  const script = document.currentScript;
  const { bot, mode, target } = script.dataset;
  const { origin } = new URL(script.src);
  const inline = mode === "inline";
  const before = script.parentNode;
  const put = () => {
    // Not in the body, which some pages swap.
    const place = inline ? ((target && document.querySelector(target)) || before) : document.documentElement;
    // They run the script again, too.
    if (!place.querySelector(`:scope > soni-chat${inline ? `[bot="${bot}"]` : ""}`)) {
      const element = document.createElement("soni-chat");
      element.setAttribute("host", origin);
      for (const { name, value } of script.attributes) {
        if (name.startsWith("data-")) {
          element.setAttribute(name.slice(5), value);
        }
      }
      place.insertBefore(element, place === script.parentNode ? script : null);
    }
  };
  // The target may stand further down than the page has been read.
  const isEarly = target && document.readyState === "loading";
  const placed = isEarly ? new Promise((resolve) => addEventListener("DOMContentLoaded", resolve)).then(put) : put();
  const loaded = Promise.all([import(`${origin}/widget/element.js`), placed]);

  const first = () => document.querySelector("soni-chat");
  window.soni ??= {
    on(name, handler) {
      const listener = (event) => event.target === first() && handler(event.detail);
      document.addEventListener(`soni:${name}`, listener);
      return () => document.removeEventListener(`soni:${name}`, listener);
    },
  };
  for (const name of ["open", "close", "toggle", "send", "identify", "setLanguage", "reset"]) {
    window.soni[name] ??= (...values) => loaded.then(() => first()?.[name](...values));
  }
})();
