// The number line of a counter: who got which numbers, as far as leases say.

import { h, svg } from "./page.js";
import { number } from "./words.js";

const WIDTH = 1000;
const KINDS = [["open", "leased, not returned"], ["ahead", "reserved ahead"], ["used", "used, the rest returned"],
  ["back", "returned"], ["gap", "no lease known: a gap, or older"]];

// A lease is open until its rest came back; `returned` is the last number that was used.
export const used = lease => (lease.returned ?? lease.last) - lease.first + 1;
export const isOpen = lease => lease.returned == null;

export function line(leases, last) {
  const from = Math.min(...leases.map(lease => lease.first), last);
  const scale = WIDTH / Math.max(1, last - from + 1);
  const bar = (first, end, kind) => svg("rect", { x: (first - from) * scale, y: 8, height: 28, class: kind,
    width: Math.max(1, (end - first + 1) * scale - 1) });
  // The newest last, since numbers that came back are leased again.
  const bars = leases.toReversed().flatMap(lease => isOpen(lease)
    ? [bar(lease.first, lease.last, lease.ahead ? "ahead" : "open")]
    : [lease.returned >= lease.first ? bar(lease.first, lease.returned, "used") : "", bar(lease.returned + 1, lease.last, "back")].filter(each => each));
  const picture = svg("svg", { class: "numbers", viewBox: `0 0 ${WIDTH} 56`, preserveAspectRatio: "none", role: "img",
    "aria-label": `The numbers ${number(from)} to ${number(last)}; the table below tells the same.` },
    svg("line", { x1: 0, x2: WIDTH, y1: 44, y2: 44, class: "axis" }), ...bars);
  const key = KINDS.map(([kind, means]) => h("span", {}, h("i", { class: kind }), means));
  return h("div", {}, picture, h("div", { class: "row key ends" }, h("span", {}, number(from)), h("span", {}, number(last))), h("div", { class: "row key" }, key));
}
