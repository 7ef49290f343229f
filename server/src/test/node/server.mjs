// What every scenario starts with: a database of its own on the server that MINTMARK_URL names,
// and stores that are closed (their ranges given back) when the scenario ends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { basename } from "node:path";
import { CreateDatabaseOperation, DocumentStore } from "ravendb";

export const url = process.env.MINTMARK_URL;
assert.ok(url, "MINTMARK_URL must name a running server, such as http://127.0.0.1:8080");

// Over TLS an operator makes the databases, and the caller of this name uses them.
const caller = process.env.MINTMARK_CALLER ?? "operator";

// Each file of scenarios has names of its own, which the access list can allow before they are taken.
const prefix = `node-${basename(process.argv[1], ".mjs").replace(".test", "")}`;
let databases = 0;

const certificates = process.env.MINTMARK_CERTIFICATES;

/** Returns a caller's certificate and key as PEM. */
export const pemOf = (name) => readFileSync(`${certificates}/${name}.pem`, "utf8");

// PKCS#12, because of PEM the client knows keys of "BEGIN RSA PRIVATE KEY" alone, and shows no certificate with any other.
const authOf = (name) => certificates && {
  type: "pfx",
  certificate: readFileSync(`${certificates}/${name}.p12`),
  password: "secret",
  ca: pemOf("trusted"),
};

/** Creates an empty database and returns its name. */
export async function newDatabase() {
  const name = `${prefix}-${++databases}`;
  await createDatabase(name);
  return name;
}

/** Creates an empty database of that name. */
export async function createDatabase(name) {
  const store = new DocumentStore(url, name, authOf("operator")).initialize();
  try {
    await store.maintenance.server.send(new CreateDatabaseOperation({ databaseName: name }));
  } finally {
    await closed(store);
  }
}

/** Opens a store on the database and closes it after the scenario; adjust may change its conventions first. */
export function openStore(t, database, adjust = () => {}) {
  return openStoreAs(t, caller, database, adjust);
}

/** Does the same with the certificate of that caller. */
export function openStoreAs(t, name, database, adjust = () => {}) {
  const store = new DocumentStore(url, database, authOf(name));
  adjust(store.conventions);
  store.initialize();
  t.after(() => closed(store));
  return store;
}

/** Closes the store, once, and waits until its unused ranges have been given back. */
export async function closed(store) {
  if (store.closing === undefined) {
    const done = once(store, "executorsDisposed");
    store.dispose();
    store.closing = done;
  }
  await store.closing;
}

/** Stores the entities in one session, saves once, and returns their ids in the order given. */
export async function saveAll(store, entities, id) {
  const session = store.openSession();
  for (const entity of entities) {
    await (id === undefined ? session.store(entity) : session.store(entity, id));
  }
  await session.saveChanges();
  return entities.map((entity) => session.advanced.getDocumentId(entity));
}

/** Reads the document that shows a counter of HiLo, and returns its Max. */
export async function hiloMax(store, prefix) {
  const counter = await store.openSession().load(`Raven/Hilo/${prefix}`);
  return counter.Max;
}

/** The entity of most scenarios: its collection is Users, its HiLo prefix users. */
export class User {
  constructor(name) {
    this.id = null;
    this.name = name;
  }
}

/** An entity that refers to a user. */
export class Order {
  constructor(userId) {
    this.id = null;
    this.userId = userId;
  }
}

/** Makes so many users. */
export function users(count) {
  return Array.from({ length: count }, (_, i) => new User(`user ${i + 1}`));
}
