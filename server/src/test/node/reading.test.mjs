// The ways of reading that need no query.
import assert from "node:assert/strict";
import test from "node:test";
import { newDatabase, Order, openStore, saveAll, User } from "./server.mjs";

test("many ids load at once, with null for those that are missing", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/1");
  await saveAll(store, [new User("Bob")], "users/3");

  const loaded = await store.openSession().load(["users/3", "users/2", "users/1"], User);

  assert.deepEqual(Object.keys(loaded).sort(), ["users/1", "users/2", "users/3"]);
  assert.equal(loaded["users/1"].name, "Ann");
  assert.equal(loaded["users/2"], null);
  assert.equal(loaded["users/3"].name, "Bob");
});

test("so many ids that they do not fit into a URL load by POST", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/1-with-a-rather-long-name");
  const ids = Array.from({ length: 200 }, (_, i) => `users/${i + 1}-with-a-rather-long-name`);

  const loaded = await store.openSession().load(ids, User);

  assert.equal(Object.keys(loaded).length, 200);
  assert.equal(loaded[ids[0]].name, "Ann");
  assert.equal(loaded[ids[199]], null);
});

test("an include brings the referred document in the same request", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/ann");
  await saveAll(store, [new Order("users/ann")], "orders/1");
  const session = store.openSession();

  const order = await session.include("userId").load("orders/1", Order);
  const user = await session.load(order.userId, User);

  assert.equal(user.name, "Ann");
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("an include completes ids by a prefix or a suffix", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/7");
  await saveAll(store, [new User("Bea")], "7/deputy");
  await saveAll(store, [new Order("7")], "orders/1");
  const session = store.openSession();

  await session.include("userId(users/)").include("userId[{0}/deputy]").load("orders/1", Order);

  assert.equal((await session.load("users/7", User)).name, "Ann");
  assert.equal((await session.load("7/deputy", User)).name, "Bea");
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("a prefix is read page by page, in the order of ids, and filtered", async (t) => {
  const store = openStore(t, await newDatabase());
  const session = store.openSession();
  for (const id of ["users/a1", "users/b1", "users/B2", "users/c1", "users/d1", "orders/a1"]) {
    await session.store(new User(id), id);
  }
  await session.saveChanges();
  const read = async (prefix, options) =>
    (await store.openSession().advanced.loadStartingWith(prefix, { documentType: User, ...options })).map((u) => u.name);

  assert.deepEqual(await read("users/", { start: 0, pageSize: 2 }), ["users/a1", "users/b1"]);
  assert.deepEqual(await read("users/", { start: 2, pageSize: 2 }), ["users/B2", "users/c1"]);
  assert.deepEqual(await read("users/", { start: 4, pageSize: 2 }), ["users/d1"]);
  assert.deepEqual(await read("USERS/", { matches: "b*|d?" }), ["users/b1", "users/B2", "users/d1"]);
  assert.deepEqual(await read("users/", { exclude: "b*" }), ["users/a1", "users/c1", "users/d1"]);
  assert.deepEqual(await read("users/", { startAfter: "users/b1", pageSize: 1 }), ["users/B2"]);
  assert.deepEqual(await read("nobody/", {}), []);
});

test("members, numbers and own metadata come back as they were stored", async (t) => {
  const store = openStore(t, await newDatabase());
  const session = store.openSession();
  const details = { age: 41, ratio: 0.1, tags: ["a", "ł", "💮"], address: { city: null } };
  const user = Object.assign(new User("Ann"), details);
  await session.store(user);
  session.advanced.getMetadataFor(user)["Checked-By"] = "Bob";
  await session.saveChanges();

  const other = store.openSession();
  const loaded = await other.load("users/1-A", User);

  const { age, ratio, tags, address } = loaded;
  assert.deepEqual({ age, ratio, tags, address }, details);
  const metadata = other.advanced.getMetadataFor(loaded);
  assert.equal(metadata["@collection"], "Users");
  assert.equal(metadata["Checked-By"], "Bob");
});

test("a conditional load answers nothing new until the document changes", async (t) => {
  const store = openStore(t, await newDatabase());
  const session = store.openSession();
  const user = new User("Ann");
  await session.store(user, "users/ann");
  await session.saveChanges();
  const known = session.advanced.getChangeVectorFor(user);

  const same = await store.openSession().advanced.conditionalLoad("users/ann", known, User);
  user.name = "Ann B.";
  await session.saveChanges();
  const changed = await store.openSession().advanced.conditionalLoad("users/ann", known, User);

  assert.equal(same.entity, null);
  assert.equal(same.changeVector, known);
  assert.equal(changed.entity.name, "Ann B.");
  assert.notEqual(changed.changeVector, known);
});
