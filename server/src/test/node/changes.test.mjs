// The changes API: what is watched is told, what is not there is refused.
import assert from "node:assert/strict";
import test from "node:test";
import { newDatabase, Order, openStore, saveAll, User } from "./server.mjs";

/** Collects what an observable tells, and hands it out one by one. */
function told(observable, shown) {
  const values = [];
  const waiting = [];
  observable.on("data", (change) => (waiting.length > 0 ? waiting.shift()(shown(change)) : values.push(shown(change))));
  return () =>
    values.length > 0 ? Promise.resolve(values.shift()) : new Promise((resolve) => waiting.push(resolve));
}

const document = (change) => `${change.type} ${change.id} ${change.collectionName}`;

/** Opens the changes of a store; errors that come while it closes are nobody's concern. */
async function connected(t, store) {
  const changes = store.changes();
  changes.on("error", () => {});
  await changes.ensureConnectedNow();
  t.after(() => changes.dispose());
  return changes;
}

test("what is watched is told: a document, a prefix, a collection, all", async (t) => {
  const store = openStore(t, await newDatabase());
  const changes = await connected(t, store);
  const watched = [
    changes.forDocument("users/1"),
    changes.forDocumentsStartingWith("users/"),
    changes.forDocumentsInCollection("Users"),
    changes.forAllDocuments(),
  ];
  const [one, prefix, collection, all] = watched.map((observable) => told(observable, document));
  await Promise.all(watched.map((observable) => observable.ensureSubscribedNow()));

  await saveAll(store, [new Order("none")], "users/9");
  await saveAll(store, [new User("Ada")], "users/1");
  const session = store.openSession();
  await session.delete("users/1");
  await session.saveChanges();

  for (const expected of ["Put users/1 Users", "Delete users/1 Users"]) {
    assert.equal(await one(), expected);
    assert.equal(await collection(), expected);
  }
  for (const expected of ["Put users/9 Orders", "Put users/1 Users", "Delete users/1 Users"]) {
    assert.equal(await prefix(), expected);
    assert.equal(await all(), expected);
  }
});

test("a bulk insert hears how far it is by the changes API", async (t) => {
  const store = openStore(t, await newDatabase());
  const insert = store.bulkInsert();
  const progress = [];
  insert.on("progress", (event) => progress.push(event));
  for (let i = 0; i < 5_000; i++) {
    await insert.store(new User(`user ${i}`), `users/${i}`);
  }
  await insert.finish();

  assert.ok(progress.length > 0);
});

test("a watch for what the server does not have is refused by name", async (t) => {
  const store = openStore(t, await newDatabase());
  const changes = await connected(t, store);

  await changes.forDocument("users/1").on("error", () => {}).ensureSubscribedNow();
  const refused = new Promise((resolve) => changes.on("error", resolve));
  const counters = changes.forAllCounters();
  counters.on("error", () => {});
  // The client rejects a promise of each watch, which it hands to nobody; a rejection that nobody handles ends a process.
  for (const watch of changes._counters.values()) {
    watch._firstSet.promise.catch(() => {});
    watch.ensureSubscribedNow().catch(() => {});
  }

  assert.match(String(await refused), /Counters are not supported by this server/);
});
