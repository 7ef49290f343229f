// Indexes that write documents: defined, waited for, read, changed, told to rest, begun anew, deleted.
import assert from "node:assert/strict";
import test from "node:test";
import {
  AbstractCsharpIndexCreationTask,
  AbstractJavaScriptIndexCreationTask,
  DeleteIndexErrorsOperation,
  DeleteIndexOperation,
  GetIndexErrorsOperation,
  GetIndexesOperation,
  GetIndexesStatisticsOperation,
  GetIndexingStatusOperation,
  GetIndexNamesOperation,
  GetIndexOperation,
  GetIndexStatisticsOperation,
  IndexDefinition,
  IndexHasChangedOperation,
  PutIndexesOperation,
  ResetIndexOperation,
  SetIndexesPriorityOperation,
  StartIndexingOperation,
  StartIndexOperation,
  StopIndexingOperation,
  StopIndexOperation,
} from "ravendb";
import { newDatabase, openStore, saveAll, User } from "./server.mjs";
import { caughtUp, eventually } from "./indexing.mjs";

const NAME = "Users/ByName";

/** Counts users by their names, in JavaScript. */
class Users_ByName extends AbstractJavaScriptIndexCreationTask {
  constructor() {
    super();
    this.map(User, (u) => ({ name: u.name, count: 1 }));
    this.reduce((results) =>
      results
        .groupBy((r) => r.name)
        .aggregate((g) => ({ name: g.key, count: g.values.reduce((count, r) => r.count + count, 0) })),
    );
    this.outputReduceToCollection = "NameCounts";
  }
}

/** The same in C#; its documents can be listed in others by a pattern. */
class UsersByName extends AbstractCsharpIndexCreationTask {
  constructor(pattern) {
    super();
    this.map = "from u in docs.Users select new { u.name, count = 1 }";
    this.reduce =
      "from r in results group r by r.name into g select new { name = g.Key, count = g.Sum(x => x.count) }";
    this.outputReduceToCollection = "NameCounts";
    this.patternForOutputReduceToCollectionReferences = pattern;
  }

  getIndexName() {
    return NAME;
  }
}

/** What the index writes. */
class NameCount {}

/** Reads the documents of all groups: names with their numbers. */
async function counts(store) {
  const read = await store.openSession().advanced.loadStartingWith("NameCounts/", { documentType: NameCount });
  return Object.fromEntries(read.map((group) => [group.name, group.count]));
}

/** Opens a store on a new database whose users are called so: the first is users/1. */
async function storeOf(t, ...names) {
  const store = openStore(t, await newDatabase());
  for (const [i, name] of names.entries()) {
    await saveAll(store, [new User(name)], `users/${i + 1}`);
  }
  return store;
}

test("an index in JavaScript writes documents, which load by id and by prefix", async (t) => {
  const store = await storeOf(t, "Ann", "Ann", "Bob");

  await new Users_ByName().execute(store);
  await caughtUp(store);

  const session = store.openSession();
  const groups = await session.advanced.loadStartingWith("NameCounts/", { documentType: NameCount });
  assert.deepEqual(groups.map((group) => `${group.name} ${group.count}`).sort(), ["Ann 2", "Bob 1"]);
  const ann = groups.find((group) => group.name === "Ann");
  const id = session.advanced.getDocumentId(ann);
  assert.match(id, /^NameCounts\/\d+$/);
  assert.equal((await store.openSession().load(id, NameCount)).count, 2);
  const metadata = session.advanced.getMetadataFor(ann);
  assert.equal(metadata["@collection"], "NameCounts");
  assert.equal(metadata["@flags"], "Artificial, FromIndex");
});

test("an index in C# follows what is changed, deleted, and moved to another group", async (t) => {
  const store = await storeOf(t, "Ann", "Ann", "Bob", "Cid");
  await new UsersByName().execute(store);
  await caughtUp(store);
  assert.deepEqual(await counts(store), { Ann: 2, Bob: 1, Cid: 1 });

  const session = store.openSession();
  (await session.load("users/1", User)).name = "Bob";
  await session.delete("users/4");
  await session.store(new User("Dora"), "users/5");
  await session.saveChanges();
  await caughtUp(store);
  assert.deepEqual(await counts(store), { Ann: 1, Bob: 2, Dora: 1 });

  (await session.load("users/2", User)).name = "Bob";
  await session.saveChanges();
  await caughtUp(store);
  assert.deepEqual(await counts(store), { Bob: 3, Dora: 1 });
});

test("a batch that waits for an index finds itself indexed", async (t) => {
  const store = await storeOf(t, "Ann");
  await new UsersByName().execute(store);

  const session = store.openSession();
  session.advanced.waitForIndexesAfterSaveChanges({ indexes: [NAME], timeout: 60_000, throwOnTimeout: true });
  await session.store(new User("Ann"), "users/2");
  await session.saveChanges();

  assert.deepEqual(await counts(store), { Ann: 2 });
});

test("a document that lists outputs is called by a pattern", async (t) => {
  const store = await storeOf(t, "Ann", "Bob");
  await new UsersByName("names/{name}").execute(store);
  await caughtUp(store);

  const session = store.openSession();
  const { ReduceOutputs } = await session.load("names/Ann", Object);
  assert.equal(ReduceOutputs.length, 1);
  assert.equal((await session.load(ReduceOutputs[0], NameCount)).name, "Ann");

  await session.delete("users/1");
  await session.saveChanges();
  await caughtUp(store);
  assert.equal(await store.openSession().load("names/Ann", Object), null);
});

test("an index is read, compared and given a priority", async (t) => {
  const store = await storeOf(t, "Ann");
  await new Users_ByName().execute(store);
  await caughtUp(store);
  const send = (operation) => store.maintenance.send(operation);

  const read = await send(new GetIndexOperation(NAME));
  assert.equal(read.outputReduceToCollection, "NameCounts");
  assert.equal(read.maps.size, 1);
  assert.equal(await send(new IndexHasChangedOperation(read)), false);
  read.reduce = read.reduce.replace("r.count + count", "r.count + count + 1");
  assert.equal(await send(new IndexHasChangedOperation(read)), true);
  assert.deepEqual(await send(new GetIndexNamesOperation(0, 10)), [NAME]);
  assert.deepEqual((await send(new GetIndexesOperation(0, 10))).map((index) => index.name), [NAME]);

  await send(new SetIndexesPriorityOperation(NAME, "Low"));
  const { priority, status, state, type, reduceOutputCollection } = await send(new GetIndexStatisticsOperation(NAME));
  assert.deepEqual(
    { priority, status, state, type, reduceOutputCollection },
    {
      priority: "Low",
      status: "Running",
      state: "Normal",
      type: "JavaScriptMapReduce",
      reduceOutputCollection: "NameCounts",
    },
  );
  assert.deepEqual((await send(new GetIndexesStatisticsOperation())).map((index) => index.name), [NAME]);
  assert.equal((await send(new GetIndexOperation("Users/ByAge"))) ?? null, null);
});

test("an index is stopped and started, alone and with all others", async (t) => {
  const store = await storeOf(t);
  await new UsersByName().execute(store);
  await caughtUp(store);
  const send = (operation) => store.maintenance.send(operation);
  const status = async () => {
    const { status, indexes } = await send(new GetIndexingStatusOperation());
    return [status, ...indexes.map((index) => `${index.name} ${index.status}`)];
  };

  await send(new StopIndexOperation(NAME));
  await saveAll(store, [new User("Ann")], "users/1");
  assert.deepEqual(await status(), ["Paused", `${NAME} Paused`]);
  assert.deepEqual(await counts(store), {});
  await send(new StartIndexOperation(NAME));
  await caughtUp(store);
  assert.deepEqual(await counts(store), { Ann: 1 });

  await send(new StopIndexingOperation());
  await saveAll(store, [new User("Ann")], "users/2");
  assert.deepEqual(await counts(store), { Ann: 1 });
  await send(new StartIndexingOperation());
  await caughtUp(store);
  assert.deepEqual(await status(), ["Running", `${NAME} Running`]);
  assert.deepEqual(await counts(store), { Ann: 2 });
});

test("an index that is reset writes the same again, and one that is deleted leaves nothing", async (t) => {
  const store = await storeOf(t, "Ann", "Bob");
  await new UsersByName("names/{name}").execute(store);
  await caughtUp(store);

  await store.maintenance.send(new ResetIndexOperation(NAME));
  await caughtUp(store);
  assert.deepEqual(await counts(store), { Ann: 1, Bob: 1 });

  await store.maintenance.send(new DeleteIndexOperation(NAME));
  await eventually(async () => Object.keys(await counts(store)).length === 0, "outputs are still there");
  await eventually(async () => (await store.openSession().load("names/Bob", Object)) === null, "a list is still there");
  assert.equal((await store.maintenance.send(new GetIndexOperation(NAME))) ?? null, null);
  assert.equal((await store.openSession().load("users/1", User)).name, "Ann");
});

test("a changed definition takes the place of the index once it has caught up", async (t) => {
  const store = await storeOf(t, "Ann", "Ann");
  await new UsersByName().execute(store);
  await caughtUp(store);

  const changed = new UsersByName();
  changed.map = changed.map.replace("count = 1", "count = 10");
  await changed.execute(store);

  await caughtUp(store);
  await eventually(async () => (await counts(store)).Ann === 20, "the old index is still there");
  assert.deepEqual(await store.maintenance.send(new GetIndexNamesOperation(0, 10)), [NAME]);
});

test("errors of an index are told and forgotten", async (t) => {
  const store = await storeOf(t, "Ann", null);
  const failing = new Users_ByName();
  failing._map = "map('Users', u => ({ name: u.name.toUpperCase(), count: 1 }))";
  await failing.execute(store);
  await caughtUp(store);

  const [told] = await store.maintenance.send(new GetIndexErrorsOperation([NAME]));
  assert.equal(told.name, NAME);
  assert.deepEqual(told.errors.map(({ document, action }) => ({ document, action })), [{ document: "users/2", action: "Map" }]);
  assert.ok(told.errors[0].timestamp instanceof Date);
  assert.match(told.errors[0].error, /toUpperCase/);
  assert.deepEqual(await counts(store), { ANN: 1 });

  await store.maintenance.send(new DeleteIndexErrorsOperation([NAME]));
  assert.deepEqual((await store.maintenance.send(new GetIndexErrorsOperation()))[0].errors, []);
});

test("an index that writes no documents is refused by name", async (t) => {
  const store = await storeOf(t);
  const index = new IndexDefinition();
  index.name = NAME;
  index.maps = new Set(["from user in docs.Users select new { user.name }"]);

  await assert.rejects(store.maintenance.send(new PutIndexesOperation(index)), (error) => {
    assert.match(error.message, /has no Reduce/);
    assert.match(error.message, /NotSupportedException/);
    return true;
  });
});
