// A table of any length: its parts are asked for as somebody scrolls to them, and only those near the window have rows.

import { h } from "./page.js";

const NEAR = "1200px 0px";
// Beyond, browsers have no pixels left to scroll; the table ends, and says where to go on.
const PARTS_MAX = 1000;

// `load(cursor)` returns `{ rows, next }`, where `next` is the cursor of the next part, or null behind the last one.
export async function endless(heads, load, none, from = null) {
  const kinds = heads.map(head => (head.startsWith("#") ? "number" : ""));
  const table = h("table", {}, h("thead", {}, h("tr", {}, heads.map((head, i) => h("th", { scope: "col", class: kinds[i] }, head.replace("#", ""))))));
  const said = h("div", { class: "quiet", role: "status" });
  const parts = new Map();
  let count = 0;
  const rows = all => all.map(row => h("tr", {}, row.map((cell, i) => h("td", { class: kinds[i] }, cell))));
  const watch = new IntersectionObserver(seen => seen.forEach(({ target, isIntersecting }) => (isIntersecting ? fill : empty)(target)), { rootMargin: NEAR });

  const add = cursor => {
    const part = h("tbody", {}, h("tr", {}, h("td", { colspan: heads.length, class: "quiet" }, "…")));
    parts.set(part, { cursor });
    table.append(part);
    watch.observe(part);
    return part;
  };
  const shown = (part, found) => {
    const state = parts.get(part);
    part.replaceChildren(...rows(found.rows));
    state.filled = true;
    if (state.isFollowed) return;
    state.isFollowed = true;
    count += found.rows.length;
    if (found.next == null) said.textContent = count ? "" : none;
    else if (parts.size < PARTS_MAX) add(found.next);
    else said.textContent = "The table ends here, for browsers cannot show more. Begin further down, by a name.";
  };
  const fill = async part => {
    const state = parts.get(part);
    if (state.filled || state.asked) return;
    state.asked = true;
    try {
      shown(part, await load(state.cursor));
    } catch (failure) {
      const again = h("button", { type: "button", class: "second", onclick: () => { said.replaceChildren(); fill(part); } }, "Try again");
      said.replaceChildren(h("span", { class: "bad" }, failure.message), " ", again);
    } finally {
      state.asked = false;
    }
  };
  // The rows make room for a single one as high as they were, unless somebody is at one of them with the keyboard.
  const empty = part => {
    const state = parts.get(part);
    if (!state.filled || part.contains(document.activeElement)) return;
    const room = h("td", { colspan: heads.length, class: "room" });
    room.style.height = `${part.offsetHeight}px`;
    part.replaceChildren(h("tr", { "aria-hidden": "true" }, room));
    state.filled = false;
  };

  const first = await load(from);
  if (!first.rows.length && first.next == null) return { body: h("p", { class: "quiet" }, none), leave: () => {} };
  shown(add(from), first);
  return { body: h("div", {}, h("div", { class: "scroll" }, table), said), leave: () => watch.disconnect() };
}
