// Identities: numbers of the whole database, one durable step each.

import { h, form, field, id, tell } from "./page.js";
import { ask, v1 } from "./server.js";
import { endless } from "./endless.js";
import { number } from "./words.js";

export async function identities(db) {
  const list = h("div", {});
  let shown = { leave: () => {} };
  const load = async after => {
    const search = new URLSearchParams({ limit: 200, ...(after && { after }) });
    const page = await ask("GET", `${v1(db, "identities")}?${search}`, { quiet: true });
    return { rows: page.identities.map(each => [id(each.name), number(each.last)]), next: page.next ?? null };
  };
  const look = async () => {
    shown.leave();
    shown = await endless(["Name", "#Latest number"], load, "There is none yet: the first number makes one. Draw it below.");
    list.replaceChildren(shown.body);
  };
  await look();
  const name = field("Identity", { placeholder: "invoices", required: true });
  const raised = field("Identity", { placeholder: "invoices", required: true });
  const to = field("Counts as taken", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, required: true });
  const sure = field("Type its name to confirm", { required: true });
  const got = h("p", { class: "large", role: "status" });
  const bare = field => field.input.value.trim().replace(/\|$/, "");
  const seed = async () => {
    if (sure.input.value.trim().replace(/\|$/, "") !== bare(raised)) throw new Error(`To be sure, type the identity's name: ${bare(raised)}.`);
    const now = await ask("POST", `${v1(db, "identities", bare(raised), "raise")}?to=${to.input.value}`);
    tell(`${now.name} stands at ${number(now.last)}.`);
    await look();
  };
  const body = h("section", {}, h("h1", {}, "Identities"),
    h("p", {}, "An identity counts one by one, for the whole database: each number is a durable step of its own."),
    h("h2", {}, "The next number"),
    form("Draw it", async () => { got.replaceChildren(id((await ask("POST", v1(db, "identities", bare(name), "next"))).id)); await look(); }, name), got,
    h("h2", {}, "Seed"), h("p", {}, "For numbers that something else gave out already. It never goes back here."), form("Seed it", seed, raised, to, sure),
    h("h2", {}, "All of them"), list);
  return { body, leave: () => shown.leave() };
}
