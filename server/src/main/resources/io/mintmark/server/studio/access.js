// Who may do what: for operators.

import { h, table, form, field, choice, danger, id, button, moment } from "./page.js";
import { ask } from "./server.js";

const LEVELS = { "read-only": "Read", "read-write": "ReadWrite", admin: "Admin" };
const query = name => `/admin/access?name=${encodeURIComponent(name)}`;

export async function access(me) {
  if (!me.Name) return nobodyIsAsked();
  const list = h("div", {});
  const secret = h("div", { role: "status" });
  const show = made => secret.replaceChildren(h("p", {}, `The token of ${made.Name}, shown this once:`), h("pre", {}, made.Token));
  const look = async () => list.replaceChildren(await shown(look, show));
  await look();
  const name = field("Name", { required: true, placeholder: "backend" });
  const level = choice("May", ["read-write", "read-only", "admin", "operator"]);
  const db = field("In the database", { placeholder: "shop" });
  const add = async () => {
    const what = level.input.value;
    if (what !== "operator" && !db.input.value.trim()) throw new Error("Name the database, or let it be an operator.");
    const clearance = what === "operator" ? { SecurityClearance: "Operator" } : { Permissions: { [db.input.value.trim()]: LEVELS[what] } };
    show(await ask("PUT", query(name.input.value.trim()), { body: JSON.stringify(clearance) }));
    await look();
  };
  return h("section", {}, h("h1", {}, "Access"), list, h("h2", {}, "Let somebody in"), form("Add", add, name, level, db), secret);
}

const nobodyIsAsked = () => h("section", {}, h("h1", {}, "Access"), h("p", {}, "This server asks nobody who they are: everybody who reaches it may do everything."),
  h("p", {}, "To begin, let the first operator in on the server's machine; a running server obeys at once:"), h("pre", { tabindex: 0 }, "./mintmark access add NAME --operator"));

async function shown(look, show) {
  const { Principals: all } = await ask("GET", "/admin/access", { quiet: true });
  return table(["Name", "May", "Known by", "Ends", "Change"], all.map(each => [id(each.Name), may(each), each.Credentials.map(one => one.Kind).join(", "),
    each.NotAfter ? moment(each.NotAfter) : "never", h("span", { class: "row" },
      button("New token", async () => { show(await ask("POST", `/admin/access/rotate?name=${encodeURIComponent(each.Name)}`, { body: "{}" })); await look(); }, "second"),
      danger("Remove", `Remove ${each.Name}`, async () => { await ask("DELETE", query(each.Name)); await look(); }))]), "There is nobody.");
}

export const may = each => each.SecurityClearance === "Operator" ? "everything"
  : Object.entries(each.Permissions).map(([db, level]) => `${db}: ${Object.keys(LEVELS).find(key => LEVELS[key] === level) ?? level}`).join(", ") || "nothing in a database";
