// Indexes: how far they are, what failed, what they write.

import { h, table, link, id, danger, at, moment, repeat } from "./page.js";
import { ask, raven } from "./server.js";
import { number } from "./words.js";

const EVERY = 2000;

export async function indexes(db) {
  const list = h("div", {});
  const errors = h("div", {});
  let failed = 0;
  const look = async () => {
    const { Results: all } = await ask("GET", raven(db, "indexes/stats"), { quiet: true });
    list.replaceChildren(shown(db, all, look));
    const now = all.reduce((sum, index) => sum + (index.ErrorsCount ?? 0), 0);
    if (now !== failed) errors.replaceChildren(...(now ? await errorsOf(db) : []));
    failed = now;
  };
  await look();
  const stop = repeat(async () => list.contains(document.activeElement) || look(), EVERY);
  return { body: h("section", {}, h("h1", {}, "Indexes"),
    h("p", {}, "An index writes artificial documents: one for each group of what it reads."), list, errors), leave: stop };
}

function shown(db, all, look) {
  const rows = all.map(index => [id(index.Name), progress(index), index.Status ?? index.State ?? "", number(index.ErrorsCount ?? 0), output(db, index),
    danger("Delete", `Delete ${index.Name}`, async () => { await ask("DELETE", raven(db, "indexes", { name: index.Name })); await look(); })]);
  return table(["Name", "Progress", "State", "#Errors", "Writes", "Change"], rows,
    h("span", {}, "There is none. The way Artificial on the page ", h("a", { href: at(db, "create") }, "Create"), " makes one."));
}

const progress = index => index.IsStale ? "following" : "up to date";

function output(db, index) {
  const collection = index.ReduceOutputCollection;
  return collection ? h("a", { class: "id", href: `${at(db, "documents")}?${new URLSearchParams({ startsWith: `${collection}/` })}` }, collection) : "";
}

async function errorsOf(db) {
  const { Results } = await ask("GET", raven(db, "indexes/errors"), { quiet: true });
  const rows = Results.flatMap(index => index.Errors.map(error =>
    [id(index.Name), moment(error.Timestamp), error.Document ? link(error.Document, db, "documents", error.Document) : "", error.Error]));
  return [h("h2", {}, "Errors"), table(["Index", "When", "Document", "Error"], rows, "They were forgotten meanwhile.")];
}
