// What every scenario starts with: a database of its own on the server that MINTMARK_URL names,
// and stores that are closed (their ranges given back) when the scenario ends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { CreateDatabaseOperation, DocumentStore } from "ravendb";

export const url = process.env.MINTMARK_URL;
assert.ok(url, "MINTMARK_URL must name a running server, such as http://127.0.0.1:8080");

// Over TLS the client shows a certificate of its own, and trusts the server's.
const certificates = process.env.MINTMARK_CERTIFICATE && {
  type: "pem",
  certificate: readFileSync(process.env.MINTMARK_CERTIFICATE, "utf8"),
  ca: readFileSync(process.env.MINTMARK_TRUSTED, "utf8"),
};

let databases = 0;

/** Creates an empty database and returns its name. */
export async function newDatabase() {
  const name = `node-${process.pid}-${++databases}`;
  const store = new DocumentStore(url, name, certificates).initialize();
  try {
    await store.maintenance.server.send(new CreateDatabaseOperation({ databaseName: name }));
  } finally {
    await closed(store);
  }
  return name;
}

/** Opens a store on the database and closes it after the scenario; adjust may change its conventions first. */
export function openStore(t, database, adjust = () => {}) {
  const store = new DocumentStore(url, database, certificates);
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
