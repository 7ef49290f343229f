// The five ways in which an id comes to a document, as the client asks for them.
import assert from "node:assert/strict";
import test from "node:test";
import { newDatabase, openStore, saveAll, User, users } from "./server.mjs";

test("a semantic id is kept as the application wrote it", async (t) => {
  const store = openStore(t, await newDatabase());

  const [id] = await saveAll(store, [new User("Ayende")], "users/Ayende@example.com");

  assert.equal(id, "users/Ayende@example.com");
  const loaded = await store.openSession().load("USERS/ayende@EXAMPLE.com", User);
  assert.equal(loaded.name, "Ayende");
});

test("an empty id becomes a GUID made by the server", async (t) => {
  const store = openStore(t, await newDatabase(), (conventions) =>
    conventions.registerIdConvention(User, async () => ""));

  const ids = await saveAll(store, users(2));

  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
  assert.notEqual(ids[0], ids[1]);
  assert.equal((await store.openSession().load(ids[1], User)).name, "user 2");
});

test("an id that ends with the separator is completed by the server, padded and tagged", async (t) => {
  const store = openStore(t, await newDatabase());

  const ids = await saveAll(store, users(3), "users/");

  for (const id of ids) {
    assert.match(id, /^users\/\d{19}-A$/);
  }
  assert.deepEqual(ids, [...ids].sort(), "later ids of one node sort after earlier ones");
  assert.equal(new Set(ids).size, 3);
});

test("an id that ends with a bar becomes the next identity", async (t) => {
  const store = openStore(t, await newDatabase());

  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users/1"]);
  assert.deepEqual(await saveAll(store, users(1), "users|"), ["users/2"]);
});

test("no id at all means HiLo: a number of the client's own range, with the node's tag", async (t) => {
  const store = openStore(t, await newDatabase());
  const session = store.openSession();
  const user = new User("Ann");

  await session.store(user);

  assert.equal(user.id, "users/1-A", "the id is known before anything is saved");
  await session.saveChanges();
  assert.equal((await store.openSession().load("users/1-A", User)).name, "Ann");
});
