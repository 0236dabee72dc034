/** When something happened, as people say it. */

const SHORT = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The time of day. */
export const clock = (iso) => SHORT.format(new Date(iso));

export function moment(iso) {
  if (!iso) {
    return "";
  }
  const date = new Date(iso);
  const seconds = (Date.now() - date.getTime()) / 1000;
  if (seconds < 60) {
    return "just now";
  }
  if (seconds < 3600) {
    const minutes = Math.floor(seconds / 60);
    return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  }
  return date.toDateString() === new Date().toDateString() ? `at ${clock(iso)}` : LONG.format(date);
}
