// Six ways to name a document: what the id is before it is stored, and what was asked of whom.

import { h, button, field, id, link, at } from "./page.js";
import { trace } from "./server.js";
import { ways } from "./ways.js";

export async function create(db) {
  const all = ways(db);
  return {
    body: h("section", {}, h("h1", {}, "Create a document"),
      h("p", {}, "The same document by each of the six ways. Every one of them ends with an id that nobody else has."),
      h("div", { class: "cards" }, all.map(way => card(db, way)))),
    leave: () => all.forEach(way => way.leave?.()),
  };
}

function card(db, way) {
  const before = h("span", { class: "id" }, way.before());
  const after = h("div", { role: "status" });
  const make = async () => {
    trace();
    const made = await way.make();
    before.textContent = way.before();
    after.replaceChildren(h("p", {}, "Stored as ", link(made, db, "documents", made)),
      h("p", { class: "quiet" }, "Asked of the server:"), h("pre", {}, trace().join("\n")));
  };
  const fields = way.fields.map(each => each.label);
  way.fields.forEach(each => each.label.input.addEventListener("input", () => { before.textContent = way.before(); }));
  return h("article", { class: "card" }, h("h2", {}, way.name), h("p", {}, way.says),
    h("div", { class: "row" }, fields), h("p", {}, "Id before it is stored: ", before), button("Create", make), after);
}
