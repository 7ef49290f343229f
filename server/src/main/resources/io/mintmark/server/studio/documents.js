// Documents by prefix, and one of them: look, edit with a diff, delete.

import { h, table, link, form, field, button, danger, id, at, tell } from "./page.js";
import { ask, raven } from "./server.js";
import { ago } from "./words.js";
import { elements, members, joined, pretty, split } from "./json.js";

const PAGE = 25;

export async function documents(db) {
  const prefix = field("Ids that begin with", { placeholder: "orders/" });
  const list = h("div", {});
  const look = async (after = null) => {
    const begin = prefix.input.value;
    const query = begin || after ? { startsWith: begin, ...(after && { startAfter: after }) } : {};
    const { Results } = await ask("GET", raven(db, "docs", { ...query, pageSize: PAGE, metadataOnly: true }), { quiet: true });
    const rows = Results.map(({ "@metadata": facts }) => [link(facts["@id"], db, "documents", facts["@id"]), id(facts["@collection"] ?? ""),
      h("time", { datetime: facts["@last-modified"], title: facts["@last-modified"] }, ago(facts["@last-modified"]))]);
    list.replaceChildren(
      h("p", { class: "quiet" }, begin || after ? "In the order of ids." : "The latest first."),
      table(["Id", "Collection", "Changed"], rows, "There is none."),
      Results.length === PAGE && (begin || after) ? button("Further ones", () => look(Results.at(-1)["@metadata"]["@id"]), "second") : "");
  };
  await look();
  return h("section", {}, h("h1", {}, "Documents"), form("Find them", () => look(), prefix), list,
    h("p", {}, h("a", { href: at(db, "create") }, "Create one, by each of the six ways")));
}

export async function doc(db, name) {
  const { text } = await ask("GET", raven(db, "docs", { id: name }), { text: true, quiet: true })
    .catch(failure => { if (failure.status === 404) throw new Error(`There is no document ${name}. It may have been deleted.`); throw failure; });
  const { body, metadata } = split(elements(members(text).get("Results"))[0]);
  const facts = JSON.parse(metadata);
  const before = pretty(body);
  const changed = field("Document", { rows: 16 }, true);
  changed.input.value = before;
  const review = h("div", {});
  const version = { "If-Match": `"${facts["@change-vector"]}"` };
  const save = async () => {
    const to = joined(changed.input.value, metadata);
    JSON.parse(to);
    await ask("PUT", raven(db, "docs", { id: name }), { body: to, headers: version });
    tell(`${name} is stored.`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const compare = async () => {
    JSON.parse(changed.input.value);
    review.replaceChildren(h("pre", {}, diff(before, pretty(changed.input.value))), button("Store this", save));
  };
  const gone = async () => {
    await ask("DELETE", raven(db, "docs", { id: name }), { headers: version });
    tell(`${name} is deleted.`);
    location.hash = at(db, "documents");
  };
  return h("section", {}, h("h1", {}, id(name)),
    h("p", { class: "quiet" }, `Collection ${facts["@collection"] ?? "none"}, changed ${ago(facts["@last-modified"])}, version `, id(facts["@change-vector"])),
    changed, h("div", { class: "row" }, button("Compare", compare, "second"), danger("Delete", "Delete it for good", gone)), review);
}

// The longest common lines stay; what is long is shown whole instead, since the table of lines would be.
function diff(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  if (a.length * b.length > 4_000_000) return after;
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
  const lines = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) { lines.push("  " + a[i++] + "\n"); j++; }
    else if (i < a.length && (j === b.length || length[i + 1][j] >= length[i][j + 1])) lines.push(h("del", { class: "gone" }, "- " + a[i++] + "\n"));
    else lines.push(h("ins", { class: "added" }, "+ " + b[j++] + "\n"));
  }
  return lines;
}
