// What a session asks for now and fetches later, all of it in one request.
import assert from "node:assert/strict";
import test from "node:test";
import { newDatabase, openStore, Order, saveAll, User } from "./server.mjs";

/** A store on a database with two users, and an order that refers to the first. */
async function shop(t) {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("Ann")], "users/ann");
  await saveAll(store, [new User("Bob")], "users/bob");
  await saveAll(store, [new Order("users/ann")], "orders/1");
  return store;
}

test("a lazy load sends nothing before its value is asked for", async (t) => {
  const session = (await shop(t)).openSession();

  const lazy = session.advanced.lazily.load("users/ann", User);
  const before = session.advanced.numberOfRequests;
  const ann = await lazy.getValue();

  assert.equal(before, 0);
  assert.equal(ann.name, "Ann");
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("several lazy loads travel in one request", async (t) => {
  const session = (await shop(t)).openSession();

  const ann = session.advanced.lazily.load("users/ann", User);
  const many = session.advanced.lazily.load(["users/bob", "users/nobody"], User);
  const order = session.advanced.lazily.load("orders/1", Order);

  assert.equal((await order.getValue()).userId, "users/ann");
  assert.equal((await ann.getValue()).name, "Ann");
  assert.equal((await many.getValue())["users/bob"].name, "Bob");
  assert.equal((await many.getValue())["users/nobody"], null);
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("all pending lazy operations execute eagerly at once", async (t) => {
  const session = (await shop(t)).openSession();
  session.advanced.lazily.load("users/ann", User);
  session.advanced.lazily.load("users/bob", User);

  await session.advanced.eagerly.executeAllPendingLazyOperations();

  assert.equal((await session.load("users/ann", User)).name, "Ann");
  assert.equal((await session.load("users/bob", User)).name, "Bob");
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("a lazy load of a missing document is null, and its neighbours load", async (t) => {
  const session = (await shop(t)).openSession();

  const missing = session.advanced.lazily.load("users/nobody", User);
  const bob = session.advanced.lazily.load("users/bob", User);

  assert.equal(await missing.getValue(), null);
  assert.equal((await bob.getValue()).name, "Bob");
});

test("a lazy load brings the referred document in the same request", async (t) => {
  const session = (await shop(t)).openSession();

  const lazy = session.advanced.lazily.include("userId").load("orders/1", Order);
  const order = await lazy.getValue();
  const user = await session.load(order.userId, User);

  assert.equal(user.name, "Ann");
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("a prefix is read lazily", async (t) => {
  const session = (await shop(t)).openSession();

  const all = session.advanced.lazily.loadStartingWith("users/", { documentType: User });
  const some = session.advanced.lazily.loadStartingWith("USERS/", { documentType: User, matches: "b*" });

  assert.deepEqual(Object.keys(await all.getValue()).sort(), ["users/ann", "users/bob"]);
  assert.deepEqual(Object.keys(await some.getValue()), ["users/bob"]);
  assert.equal(session.advanced.numberOfRequests, 1);
});

test("a lazy conditional load answers nothing new until the document changes", async (t) => {
  const store = await shop(t);
  const writing = store.openSession();
  const ann = await writing.load("users/ann", User);
  const known = writing.advanced.getChangeVectorFor(ann);

  const same = await store.openSession().advanced.lazily.conditionalLoad("users/ann", known, User).getValue();
  ann.name = "Ann B.";
  await writing.saveChanges();
  const changed = await store.openSession().advanced.lazily.conditionalLoad("users/ann", known, User).getValue();

  assert.equal(same.entity, null);
  assert.equal(same.changeVector, known);
  assert.equal(changed.entity.name, "Ann B.");
});

test("what was loaded lazily before is confirmed from the cache until it changes", async (t) => {
  const store = await shop(t);
  const names = async () => {
    const session = store.openSession();
    const ann = session.advanced.lazily.load("users/ann", User);
    const bob = session.advanced.lazily.load("users/bob", User);
    return [(await ann.getValue()).name, (await bob.getValue()).name];
  };

  const first = await names();
  const cached = await names();
  await saveAll(store, [new User("Ann B.")], "users/ann");
  const changed = await names();

  assert.deepEqual(first, ["Ann", "Bob"]);
  assert.deepEqual(cached, ["Ann", "Bob"]);
  assert.deepEqual(changed, ["Ann B.", "Bob"]);
});
