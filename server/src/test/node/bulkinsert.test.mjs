// Many documents through one request, whose body this client never ends: it waits for the answer first.
import assert from "node:assert/strict";
import test from "node:test";
import { GetCollectionStatisticsOperation } from "ravendb";
import { newDatabase, openStore, saveAll, User, users } from "./server.mjs";

const many = process.env.MINTMARK_EFFORT === "proof" ? 100_000 : 2_000;

/** Opens a bulk insert that is ended after the scenario, however that went: its heartbeats would go on else. */
function openBulk(t, store, options) {
  const bulk = store.bulkInsert(options);
  t.after(() => bulk.finish().catch(() => {}));
  return bulk;
}

async function count(store, collection) {
  const statistics = await store.maintenance.send(new GetCollectionStatisticsOperation());
  return statistics.collections[collection] ?? 0;
}

test("a bulk insert numbers its documents from the client's own ranges", async (t) => {
  const store = openStore(t, await newDatabase());
  const bulk = openBulk(t, store);
  const entities = users(many);

  for (const user of entities) {
    await bulk.store(user);
  }
  await bulk.finish();

  assert.equal(new Set(entities.map((user) => user.id)).size, many);
  assert.equal(entities[0].id, "users/1-A");
  assert.equal(await count(store, "Users"), many);
  assert.equal((await store.openSession().load(entities[many - 1].id, User)).name, `user ${many}`);
});

test("a bulk insert has the server complete ids", async (t) => {
  const store = openStore(t, await newDatabase());
  const bulk = openBulk(t, store);

  for (const user of users(1_000)) {
    await bulk.store(user, "users/");
  }
  await bulk.finish();

  assert.equal(await count(store, "Users"), 1_000);
  const found = await store.openSession().advanced.loadStartingWith("users/0", { pageSize: 3 });
  assert.deepEqual(found.map((user) => user.name), ["user 1", "user 2", "user 3"]);
  for (const user of found) {
    assert.match(user.id, /^users\/\d{19}-A$/);
  }
});

test("a bulk insert keeps semantic ids and overwrites what is there", async (t) => {
  const store = openStore(t, await newDatabase());
  await saveAll(store, [new User("old")], "users/ayende");
  const bulk = openBulk(t, store);

  await bulk.store(new User("Ayende"), "users/ayende");
  await bulk.store(new User("Ann"), "users/ann");
  await bulk.finish();

  const session = store.openSession();
  assert.equal((await session.load("users/ayende", User)).name, "Ayende");
  assert.equal((await session.load("users/ann", User)).name, "Ann");
});

test("a bulk insert leaves empty ids and identities to the client, which refuses them", async (t) => {
  const store = openStore(t, await newDatabase());

  await assert.rejects(openBulk(t, store).store(new User("Ann"), "users|"), /cannot end with '\|'/);
});

test("a compressed bulk insert is read", async (t) => {
  const store = openStore(t, await newDatabase());
  const bulk = openBulk(t, store);
  bulk.useCompression = true;

  for (const user of users(500)) {
    await bulk.store(user);
  }
  await bulk.finish();

  assert.equal(await count(store, "Users"), 500);
});

test("a bulk insert that leaves unchanged documents alone keeps their change vectors", async (t) => {
  const store = openStore(t, await newDatabase());
  const write = async (name) => {
    const bulk = openBulk(t, store, { skipOverwriteIfUnchanged: true });
    await bulk.store(new User(name), "users/ann");
    await bulk.finish();
    const session = store.openSession();
    return session.advanced.getChangeVectorFor(await session.load("users/ann", User));
  };

  const first = await write("Ann");
  assert.equal(await write("Ann"), first);
  assert.notEqual(await write("Anna"), first);
});

test("a bulk insert that meets a bad command tells why, and keeps what came before", async (t) => {
  const store = openStore(t, await newDatabase());
  class Company {}
  await saveAll(store, [new Company()], "users/taken");
  const bulk = openBulk(t, store);

  await assert.rejects(async () => {
    await bulk.store(new User("Ann"), "users/ann");
    await bulk.store(new User("no company"), "users/taken");
    await bulk.finish();
  }, (error) => {
    assert.equal(error.name, "BulkInsertAbortedException");
    assert.match(`${error.message} ${error.cause?.message ?? ""} ${error.stack}`, /'users\/taken' belongs to collection 'Companies'/);
    return true;
  });

  assert.equal((await store.openSession().load("users/ann", User)).name, "Ann");
});

test("a bulk insert that is aborted ends", async (t) => {
  const store = openStore(t, await newDatabase());
  const bulk = openBulk(t, store);
  await bulk.store(new User("Ann"), "users/ann");

  await bulk.abort();

  await assert.rejects(bulk.finish(), { name: "BulkInsertAbortedException" });
});
