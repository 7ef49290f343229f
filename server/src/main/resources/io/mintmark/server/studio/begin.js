// The first id, and how a program draws it.

import { h, button, field, id, form } from "./page.js";
import { ask, v1 } from "./server.js";
import { SNIPPETS } from "./snippets.js";

export async function begin(db) {
  const counter = field("Counter", { value: "orders", required: true });
  const got = h("p", { class: "large", role: "status" });
  const shown = h("pre", { tabindex: 0 });
  const names = Object.keys(SNIPPETS);
  let chosen = names[0];
  const write = () => { shown.textContent = filled(SNIPPETS[chosen], db, counter.input.value.trim()); };
  const tabs = names.map(name => h("button", { type: "button", class: "second", "aria-pressed": String(name === chosen), onclick: event => {
    chosen = name;
    tabs.forEach(tab => tab.setAttribute("aria-pressed", String(tab === event.target)));
    write();
  } }, name));
  counter.input.addEventListener("input", write);
  write();
  return h("section", {}, h("h1", {}, "First id"),
    h("p", {}, "One call draws an id that nobody else gets. Nothing has to be set up but the database, which is there: ", id(db), "."),
    form("Draw an id now", async () => got.replaceChildren(id((await ask("POST", v1(db, "counters", counter.input.value.trim(), "next"))).id)), counter), got,
    h("h2", {}, "The same from a program"), h("div", { class: "row", role: "group", "aria-label": "Language" }, tabs), shown,
    button("Copy", () => navigator.clipboard.writeText(shown.textContent), "second"));
}

const filled = (snippet, db, counter) => snippet.replaceAll("http://127.0.0.1:8080", location.origin)
  .replaceAll("/v1/shop/", `/v1/${encodeURIComponent(db)}/`).replaceAll("/counters/orders/", `/counters/${encodeURIComponent(counter)}/`);
