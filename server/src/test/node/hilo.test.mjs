// How the client's HiLo generator and the server's counter work together.
import assert from "node:assert/strict";
import test from "node:test";
import { PutClientConfigurationOperation } from "ravendb";
import { closed, hiloMax, newDatabase, openStore, saveAll, User, users } from "./server.mjs";

test("HiLo takes 32 numbers first and more when they are used up at once", async (t) => {
  const store = openStore(t, await newDatabase());

  await saveAll(store, users(32));
  assert.equal(await hiloMax(store, "users"), 32);

  const [id] = await saveAll(store, users(1));
  assert.equal(id, "users/33-A");
  assert.equal(await hiloMax(store, "users"), 96, "the second range is twice the first: 33 to 96");
});

test("a closed store gives the unused end of its range back", async (t) => {
  const database = await newDatabase();
  const first = openStore(t, database);
  await saveAll(first, users(2));

  await closed(first);

  const second = openStore(t, database);
  assert.equal(await hiloMax(second, "users"), 2);
  assert.deepEqual(await saveAll(second, users(1)), ["users/3-A"]);
});

test("two stores never make the same id", async (t) => {
  const database = await newDatabase();
  const stores = [openStore(t, database), openStore(t, database)];

  const made = await Promise.all(
    stores.flatMap((store) => Array.from({ length: 10 }, () => saveAll(store, users(20)))));

  const ids = made.flat();
  assert.equal(ids.length, 400);
  assert.equal(new Set(ids).size, 400);
});

test("a range that is not the counter's latest does not come back", async (t) => {
  const database = await newDatabase();
  const first = openStore(t, database);
  const second = openStore(t, database);
  await saveAll(first, users(1));
  await saveAll(second, users(1));

  await closed(first);

  const third = openStore(t, database);
  const [id] = await saveAll(third, users(1));
  const number = Number(id.match(/^users\/(\d+)-A$/)[1]);
  assert.ok(number > 64, `33 to 64 are taken, and 2 to 32 are a gap: ${id}`);
});

test("a changed separator reaches a running client and keeps the counter", async (t) => {
  const database = await newDatabase();
  const store = openStore(t, database);
  assert.deepEqual(await saveAll(store, users(2)), ["users/1-A", "users/2-A"]);

  await store.maintenance.send(new PutClientConfigurationOperation({ identityPartsSeparator: ":" }));
  await store.openSession().load("users/1-A", User); // its answer says that there is something new

  assert.deepEqual(await saveAll(store, users(2)), ["users:3-A", "users:4-A"]);
  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users:1"]);
  assert.match((await saveAll(store, users(1), "users:"))[0], /^users:\d{19}-A$/);
  assert.deepEqual(await saveAll(store, users(1), "users/x"), ["users/x"]);
});
