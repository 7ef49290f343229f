// What a unit of work promises.
import assert from "node:assert/strict";
import test from "node:test";
import { newDatabase, openStore, saveAll, User } from "./server.mjs";

test("optimistic concurrency refuses the later of two changes", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/ann");
  const slow = store.openSession();
  slow.advanced.useOptimisticConcurrency = true;
  const seen = await slow.load("users/ann", User);
  const quick = store.openSession();
  (await quick.load("users/ann", User)).name = "Ann B.";
  await quick.saveChanges();

  seen.name = "Ann C.";

  await assert.rejects(slow.saveChanges(), { name: "ConcurrencyException" });
  assert.equal((await store.openSession().load("users/ann", User)).name, "Ann B.");
});

test("optimistic concurrency refuses a new document under a taken id", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/ann");
  const session = store.openSession();
  session.advanced.useOptimisticConcurrency = true;

  await session.store(new User("another Ann"), "users/ann");

  await assert.rejects(session.saveChanges(), { name: "ConcurrencyException" });
});

test("a change vector that is still current is accepted, and the new one differs", async (t) => {
  const store = openStore(t, await newDatabase());
  const session = store.openSession();
  session.advanced.useOptimisticConcurrency = true;
  const user = new User("Ann");
  await session.store(user);
  await session.saveChanges();
  const before = session.advanced.getChangeVectorFor(user);

  user.name = "Ann B.";
  await session.saveChanges();

  assert.match(before, /^A:\d+-[A-Za-z0-9+/]{22}$/);
  assert.notEqual(session.advanced.getChangeVectorFor(user), before);
});

test("a batch is stored whole or not at all", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/ann");
  const session = store.openSession();
  await session.store(new User("new"), "users/new");
  await session.delete("users/ann");
  await session.store(new User("late"), "users/late", { changeVector: "A:999999-AAAAAAAAAAAAAAAAAAAAAA" });

  await assert.rejects(session.saveChanges(), { name: "ConcurrencyException" });

  const after = await store.openSession().load(["users/new", "users/ann", "users/late"], User);
  assert.equal(after["users/new"], null);
  assert.equal(after["users/ann"].name, "Ann");
  assert.equal(after["users/late"], null);
});

test("a deleted document is gone, and deleting it again is no error", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/ann");

  for (let round = 0; round < 2; round++) {
    const session = store.openSession();
    await session.delete("users/ann");
    await session.saveChanges();
  }

  const session = store.openSession();
  assert.equal(await session.load("users/ann", User), null);
  assert.equal(await session.advanced.exists("users/ann"), false);
});
