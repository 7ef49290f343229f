// Databases: made, listed, counted, missing, dropped.
import assert from "node:assert/strict";
import test from "node:test";
import { DeleteDatabasesOperation, GetDatabaseNamesOperation, GetStatisticsOperation } from "ravendb";
import { newDatabase, openStore, saveAll, User, users } from "./server.mjs";

test("a missing database is told by its name, not by a silent failure", async (t) => {
  const store = openStore(t, "no-such-database");

  await assert.rejects(saveAll(store, users(1)), (error) => {
    assert.equal(error.name, "DatabaseDoesNotExistException");
    assert.match(error.message, /no-such-database/);
    return true;
  });
});

test("a database is listed, counts its documents, and is gone once dropped", async (t) => {
  const name = await newDatabase();
  const store = openStore(t, name);
  await saveAll(store, users(3));
  const names = () => store.maintenance.server.send(new GetDatabaseNamesOperation(0, 1000));

  assert.ok((await names()).includes(name));
  const statistics = await store.maintenance.send(new GetStatisticsOperation());
  assert.ok(statistics.countOfDocuments >= 3);

  await store.maintenance.server.send(new DeleteDatabasesOperation({ databaseNames: [name], hardDelete: true }));
  assert.ok(!(await names()).includes(name));
  await assert.rejects(store.openSession().load("users/1-A", User), { name: "DatabaseDoesNotExistException" });
});

test("databases keep their documents and counters apart", async (t) => {
  const one = openStore(t, await newDatabase());
  const two = openStore(t, await newDatabase());

  assert.deepEqual(await saveAll(one, [new User("Ann")]), ["users/1-A"]);
  assert.deepEqual(await saveAll(two, [new User("Bob")]), ["users/1-A"]);

  assert.equal((await one.openSession().load("users/1-A", User)).name, "Ann");
  assert.equal((await two.openSession().load("users/1-A", User)).name, "Bob");
});
