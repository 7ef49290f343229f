// Documents by prefix and collection, and one of them: look, edit with a diff, delete.

import { h, table, link, form, field, choice, button, danger, id, at, moment, tell } from "./page.js";
import { ask, raven } from "./server.js";
import { endless } from "./endless.js";
import { number } from "./words.js";
import { elements, members, joined, pretty, split } from "./json.js";

const PART = 200;
// Where few documents are of a collection, so many pages are looked at before the next scroll.
const PAGES_A_PART = 10;
const ANY = "all";

export async function documents(db, query) {
  const [prefix, collection] = [query.get("startsWith") ?? "", query.get("collection") ?? ANY];
  const { Collections: counts } = await ask("GET", raven(db, "collections/stats"), { quiet: true });
  const begins = field("Ids that begin with", { placeholder: "orders/", value: prefix });
  const names = [...new Set([ANY, ...Object.keys(counts).filter(name => counts[name] > 0), collection])];
  const of = choice("Of the collection", names, collection, name => Object.hasOwn(counts, name) ? `${name} (${number(counts[name])})` : name);
  const find = () => {
    const said = { ...(begins.input.value && { startsWith: begins.input.value }), ...(of.input.value !== ANY && { collection: of.input.value }) };
    location.hash = at(db, "documents") + (Object.keys(said).length ? `?${new URLSearchParams(said)}` : "");
  };
  const list = await endless(["Id", "Collection", "Changed"], pager(db, prefix, collection),
    prefix || collection !== ANY ? "There is none." : "There is none yet: create one, by each of the six ways.");
  return { body: h("section", {}, h("h1", {}, "Documents"), form("Find them", find, begins, of),
    h("p", {}, h("a", { href: at(db, "create") }, "Create one, by each of the six ways")),
    h("p", { class: "quiet" }, prefix ? "In the order of ids." : "The latest first."), list.body), leave: list.leave };
}

// By a prefix, the last id says where the next part begins; the latest ones are counted instead.
function pager(db, prefix, collection) {
  const ask1 = cursor => ask("GET", raven(db, "docs", { pageSize: PART, metadataOnly: true,
    ...(prefix ? { startsWith: prefix, ...(cursor && { startAfter: cursor }) } : { start: cursor ?? 0 }) }), { quiet: true });
  return async cursor => {
    const found = [];
    for (let pages = 0; ; pages++) {
      const all = (await ask1(cursor)).Results.map(each => each["@metadata"]);
      found.push(...all.filter(facts => collection === ANY || facts["@collection"] === collection));
      cursor = all.length < PART ? null : prefix ? all.at(-1)["@id"] : (cursor ?? 0) + PART;
      if (cursor == null || found.length >= PART / 4 || pages === PAGES_A_PART) break;
    }
    return { rows: found.map(facts => row(db, facts)), next: cursor };
  };
}

const row = (db, facts) => [link(facts["@id"], db, "documents", facts["@id"]), id(facts["@collection"] ?? ""), moment(facts["@last-modified"])];

export async function doc(db, name) {
  const { text } = await ask("GET", raven(db, "docs", { id: name }), { text: true, quiet: true })
    .catch(failure => { if (failure.status === 404) throw new Error(`There is no document ${name}. It may have been deleted.`); throw failure; });
  const { body, metadata } = split(elements(members(text).get("Results"))[0]);
  const facts = JSON.parse(metadata);
  const before = pretty(body);
  const draft = drafts(db, name, facts["@change-vector"]);
  const changed = field("Document", { rows: 16 }, true);
  changed.input.value = draft.kept() ?? before;
  changed.input.addEventListener("input", () => draft.keep(changed.input.value === before ? null : changed.input.value));
  const review = h("div", {});
  const version = { "If-Match": `"${facts["@change-vector"]}"` };
  const again = () => dispatchEvent(new HashChangeEvent("hashchange"));
  const save = async () => {
    const to = joined(changed.input.value, metadata);
    JSON.parse(to);
    await ask("PUT", raven(db, "docs", { id: name }), { body: to, headers: version });
    draft.keep(null);
    tell(`${name} is stored.`);
    again();
  };
  const compare = async () => {
    JSON.parse(changed.input.value);
    review.replaceChildren(h("pre", { tabindex: 0, "aria-label": "What would change" }, diff(before, pretty(changed.input.value))), button("Store this", save));
  };
  const gone = async () => {
    await ask("DELETE", raven(db, "docs", { id: name }), { headers: version });
    draft.keep(null);
    tell(`${name} is deleted.`);
    location.hash = at(db, "documents");
  };
  return h("section", {}, h("h1", {}, id(name)),
    h("p", { class: "quiet" }, `Collection ${facts["@collection"] ?? "none"}, changed `, moment(facts["@last-modified"]), ", version ", id(facts["@change-vector"])),
    draft.kept() == null ? null : h("p", {}, "This is your change of before, which is not stored yet. ", button("Discard it", async () => { draft.keep(null); again(); }, "second")),
    changed, h("div", { class: "row" }, button("Compare", compare, "second"), danger("Delete", "Delete it for good", gone)), review);
}

// What somebody typed outlives a reload of the tab, for the version that it was typed over.
function drafts(db, name, version) {
  const key = `draft ${JSON.stringify([db, name, version])}`;
  return { kept: () => sessionStorage.getItem(key), keep: text => (text == null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)) };
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
