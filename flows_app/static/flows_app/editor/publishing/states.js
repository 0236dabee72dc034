/** How the draft stands towards what is published: in words, and with a tone for its colour. */

export const STATES = {
  never_published: { label: "Never published", tone: "new", title: "Users don't meet this flow yet." },
  up_to_date: { label: "Up to date", tone: "ok", title: "The current version says the same as the draft." },
  has_changes: { label: "Has changes", tone: "changed", title: "The draft differs from the current version." },
  has_errors: { label: "Has errors", tone: "error", title: "The draft can't be published before its errors are mended." },
};
