// The six ways. Each has a name, what it says of itself, its fields, the id before anything is stored, and how to make one.

import { field } from "./page.js";
import { ask, raven, v1 } from "./server.js";

const RANGE = 32;
const plain = collection => ({ name: "Ada Lovelace", born: 1815, "@metadata": { "@collection": collection } });
const stored = async (db, id, document) =>
  (await ask("PUT", raven(db, "docs", { id }), { body: JSON.stringify(document) })).Id;
const input = (label, value) => ({ label: field(label, { value, required: true }), get value() { return this.label.input.value.trim(); } });

export const ways = db => [semantic(db), guid(db), serverSide(db), identity(db), hilo(db), artificial(db)];

function semantic(db) {
  const wanted = input("Id", "users/ada");
  return { name: "Semantic", says: "You know the id. Whatever is stored under it already is overwritten.", fields: [wanted],
    before: () => wanted.value, make: () => stored(db, wanted.value, plain("Users")) };
}

function guid(db) {
  return { name: "GUID", says: "The server makes one up: nothing to coordinate, nothing to remember.", fields: [],
    before: () => "none yet", make: () => stored(db, "", plain("Users")) };
}

function serverSide(db) {
  const prefix = input("Prefix", "users/");
  return { name: "Server-side", says: "The node appends the number of its write and its tag.", fields: [prefix],
    before: () => `${prefix.value.replace(/\/?$/, "/")}…`, make: () => stored(db, prefix.value.replace(/\/?$/, "/"), plain("Users")) };
}

function identity(db) {
  const prefix = input("Prefix", "users|");
  return { name: "Identity", says: "The database counts, without a tag and one by one: a durable step for each.", fields: [prefix],
    before: () => `${prefix.value.replace(/\|?$/, "|")}…`, make: () => stored(db, prefix.value.replace(/\|?$/, "|"), plain("Users")) };
}

// The page holds a range as a program would: the id is known before the server is asked to store anything.
function hilo(db) {
  const collection = input("Collection", "Users");
  const held = new Map();
  const counter = () => collection.value.toLowerCase();
  const path = name => v1(db, "counters", name);
  const present = () => held.get(counter());
  const give = (name, range) => ask("DELETE", `${path(name)}/leases/${encodeURIComponent(range.lease)}?last=${range.next - 1}`, { keepalive: true, quiet: true });
  const leave = () => { held.forEach((range, name) => range.next <= range.last && give(name, range).catch(() => {})); held.clear(); };
  addEventListener("pagehide", leave);
  const name = range => `${range.prefix}${range.next}${range.suffix}`;
  return { name: "HiLo", says: `The page asks for ${RANGE} numbers once, and names documents alone from then on. It returns the rest when you leave.`,
    fields: [collection], before: () => present() ? name(present()) : "known after the first range", leave: () => { removeEventListener("pagehide", leave); leave(); },
    make: async () => {
      let range = present();
      if (!range || range.next > range.last) {
        range = await ask("POST", `${path(counter())}/ranges?count=${RANGE}`);
        range.next = range.first;
        held.set(counter(), range);
      }
      const id = name(range);
      range.next++;
      return stored(db, id, plain(collection.value));
    } };
}

// An index counts the users by year of birth, and writes one document for each.
function artificial(db) {
  const output = input("Collection of the outputs", "UsersByYear");
  return { name: "Artificial", says: "An index writes one document for each group of others, named by the hash of the group. This one counts the collection Users by the year of birth.",
    fields: [output], before: () => `${output.value}/… of the group's hash`,
    make: async () => {
      await stored(db, "", plain("Users"));
      const index = { Name: `Studio/${output.value}`, OutputReduceToCollection: output.value,
        Aggregation: { Collection: "Users", GroupBy: ["born"], Aggregates: [{ Name: "Users", Function: "Count" }] } };
      await ask("PUT", raven(db, "indexes"), { body: JSON.stringify({ Indexes: [index] }) });
      await ask("POST", raven(db, "bulk_docs", { waitForIndexesTimeout: "00:00:15" }), { body: '{"Commands":[]}' });
      const { Results } = await ask("GET", raven(db, "docs", { startsWith: `${output.value}/`, pageSize: 1 }));
      return Results[0]["@metadata"]["@id"];
    } };
}
