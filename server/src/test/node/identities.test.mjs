// Numbers that the server counts one by one.
import assert from "node:assert/strict";
import test from "node:test";
import { GetIdentitiesOperation, NextIdentityForOperation, SeedIdentityForOperation } from "ravendb";
import { newDatabase, openStore, saveAll, users, User } from "./server.mjs";

test("next identity and stored identities share one counter", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, users(1), "users|");

  assert.equal(await store.maintenance.send(new NextIdentityForOperation("users")), 2);

  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users/3"]);
  assert.deepEqual({ ...(await store.maintenance.send(new GetIdentitiesOperation())) }, { "users|": 3 });
});

test("a seed raises an identity, and lowers it only by force", async (t) => {
  const store = openStore(t, await newDatabase());
  const seed = (value, force) => store.maintenance.send(new SeedIdentityForOperation("users", value, force));

  assert.equal(await seed(1990), 1990);
  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users/1991"]);
  assert.equal(await seed(1975), 1991);
  assert.equal(await seed(1975, true), 1975);
  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users/1976"]);
});

test("many identities in one batch are consecutive, and two batches at once share none", async (t) => {
  const store = openStore(t, await newDatabase());

  const batches = await Promise.all([saveAll(store, users(100), "users|"), saveAll(store, users(100), "users|")]);

  const numbers = batches.map((ids) => ids.map((id) => Number(id.slice("users/".length))));
  for (const batch of numbers) {
    batch.forEach((number, i) => assert.equal(number, batch[0] + i));
  }
  assert.equal(new Set(numbers.flat()).size, 200);
  assert.equal(Math.max(...numbers.flat()), 200);
});

test("an identity never overwrites a document that already has its id", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("first")], "users/1");

  await assert.rejects(saveAll(store, [new User("second")], "users|"), { name: "ConcurrencyException" });

  assert.equal((await store.openSession().load("users/1", User)).name, "first");
  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users/2"], "the number stays used");
});
