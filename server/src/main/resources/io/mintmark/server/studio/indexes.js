// Indexes: how far they are, what failed, what they write.

import { h, table, link, id, danger } from "./page.js";
import { ask, raven } from "./server.js";
import { number } from "./words.js";

export async function indexes(db) {
  const list = h("div", {});
  const look = async () => list.replaceChildren(...await shown(db, look));
  await look();
  const timer = setInterval(() => document.hidden || list.contains(document.activeElement) || look().catch(() => {}), 2000);
  return { body: h("section", {}, h("h1", {}, "Indexes"),
    h("p", {}, "An index writes artificial documents: one for each group of what it reads."), list), leave: () => clearInterval(timer) };
}

async function shown(db, look) {
  const [{ Results: all }, { Results: failed }] = await Promise.all([
    ask("GET", raven(db, "indexes/stats"), { quiet: true }), ask("GET", raven(db, "indexes/errors"), { quiet: true })]);
  const errors = failed.flatMap(index => index.Errors.map(error => [id(index.Name), id(error.Document ?? ""), error.Error]));
  const rows = all.map(index => [id(index.Name), index.IsStale ? "following" : "up to date", index.State ?? "", number(index.ErrorsCount ?? 0),
    index.ReduceOutputCollection ? id(index.ReduceOutputCollection) : "",
    danger("Delete", `Delete ${index.Name}`, async () => { await ask("DELETE", raven(db, "indexes", { name: index.Name })); await look(); })]);
  return [table(["Name", "Progress", "State", "#Errors", "Writes", "Change"], rows, "There is none. The way Artificial under Create makes one."),
    errors.length ? h("div", {}, h("h2", {}, "Errors"), table(["Index", "Document", "Error"], errors, "")) : ""];
}
