// Identities: numbers of the whole database, one durable step each.

import { h, table, form, field, id, tell } from "./page.js";
import { ask, pages, v1 } from "./server.js";
import { number } from "./words.js";

export async function identities(db) {
  const list = h("div", {});
  const look = async () => {
    const { found, more } = await pages(v1(db, "identities"), "identities");
    list.replaceChildren(table(["Name", "#Latest number"], found.map(each => [id(each.name), number(each.last)]), "There is none yet."),
      more ? h("p", { class: "quiet" }, `These are the first ${found.length}.`) : "");
  };
  await look();
  const name = field("Identity", { placeholder: "invoices", required: true });
  const raised = field("Identity", { placeholder: "invoices", required: true });
  const to = field("Counts as taken", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, required: true });
  const got = h("p", { class: "large", role: "status" });
  const path = (field, step) => v1(db, "identities", field.input.value.trim().replace(/\|$/, ""), step);
  return h("section", {}, h("h1", {}, "Identities"), list,
    h("h2", {}, "The next number"),
    form("Draw it", async () => { got.replaceChildren(id((await ask("POST", path(name, "next"))).id)); await look(); }, name), got,
    h("h2", {}, "Seed"), h("p", {}, "For numbers that something else gave out already. It never goes back here."),
    form("Seed it", async () => { const now = await ask("POST", `${path(raised, "raise")}?to=${to.input.value}`); tell(`${now.name} stands at ${number(now.last)}.`); await look(); }, raised, to));
}
