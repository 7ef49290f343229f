// Callers of each clearance, each with a certificate of its own that an operator registered; run only over TLS.
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import test, { before } from "node:test";
import {
  CreateDatabaseOperation,
  DeleteCertificateOperation,
  GetCertificatesOperation,
  GetDatabaseNamesOperation,
  GetStatisticsOperation,
  NextIdentityForOperation,
  PutClientCertificateOperation,
  PutClientConfigurationOperation,
} from "ravendb";
import { createDatabase, openStoreAs, pemOf, saveAll, User } from "./server.mjs";

const configuration = () => new PutClientConfigurationOperation({ readBalanceBehavior: "None" });
const creation = () => new CreateDatabaseOperation({ databaseName: "elsewhere" });
const nameOf = async (store, id) => (await store.openSession().load(id, User)).name;
const namesOf = (store) => store.maintenance.server.send(new GetDatabaseNamesOperation(0, 100));

before(async () => {
  await createDatabase("shop");
  await createDatabase("archive");
  const cleanup = [];
  const operator = openStoreAs({ after: (close) => cleanup.push(close) }, "operator", "shop");
  await saveAll(operator, [new User("Ada")], "users/ada");
  await Promise.all(cleanup.map((close) => close()));
});

/** Expects the client's own exception, with the reason that the server gave. */
async function refused(promise) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.name, "AuthorizationException", error.stack);
    assert.match(error.message, /Forbidden access to .*"Message":"The /s);
    return true;
  });
}

test("a reader reads, and is refused what writes", async (t) => {
  const reader = openStoreAs(t, "reader", "shop");

  assert.equal(await nameOf(reader, "users/ada"), "Ada");
  assert.ok((await reader.maintenance.send(new GetStatisticsOperation())).countOfDocuments > 0);
  await refused(saveAll(reader, [new User("Eve")], "users/eve"));
  await refused(saveAll(reader, [new User("Eve")]));
  await refused(reader.maintenance.send(new NextIdentityForOperation("users|")));
  await refused(reader.maintenance.send(configuration()));
});

test("a writer reserves and stores, and is refused what administers", async (t) => {
  const writer = openStoreAs(t, "writer", "shop");

  const [id] = await saveAll(writer, [new User("Alan")]);
  assert.match(id, /^users\/\d+-A$/);
  const bulk = writer.bulkInsert();
  await bulk.store(new User("Grace"), "users/grace");
  await bulk.finish();
  assert.equal(await nameOf(writer, "users/grace"), "Grace");
  await refused(writer.maintenance.send(configuration()));
  await refused(writer.maintenance.server.send(creation()));
});

test("an admin of a database configures it, and no server", async (t) => {
  const admin = openStoreAs(t, "admin", "shop");

  await admin.maintenance.send(configuration());
  assert.equal(await nameOf(admin, "users/ada"), "Ada");
  await refused(admin.maintenance.server.send(creation()));
  await refused(admin.maintenance.server.send(new GetCertificatesOperation(0, 10)));
});

test("an operator registers, lists and removes a certificate", async (t) => {
  const operator = openStoreAs(t, "operator", "shop");
  const newcomer = openStoreAs(t, "newcomer", "shop");
  const certificate = new X509Certificate(pemOf("newcomer"));

  await refused(saveAll(newcomer, [new User("Ann")], "users/ann"));
  await operator.maintenance.server.send(
    new PutClientCertificateOperation(
      "newcomer", certificate.raw.toString("base64"), { shop: "ReadWrite" }, "ValidUser"));
  await saveAll(newcomer, [new User("Ann")], "users/ann");

  const known = await operator.maintenance.server.send(new GetCertificatesOperation(0, 100));
  const shown = known.find((each) => each.name === "newcomer");
  assert.equal(shown.securityClearance, "ValidUser");
  assert.deepEqual(shown.permissions, { shop: "ReadWrite" });

  await operator.maintenance.server.send(new DeleteCertificateOperation(shown.thumbprint));
  await refused(saveAll(newcomer, [new User("Ann")], "users/ann"));
});

test("each is shown the databases that it may know of", async (t) => {
  assert.deepEqual(await namesOf(openStoreAs(t, "reader", "shop")), ["shop"]);
  assert.deepEqual(await namesOf(openStoreAs(t, "other", "archive")), ["archive"]);
  const all = await namesOf(openStoreAs(t, "operator", "shop"));
  assert.ok(all.includes("shop") && all.includes("archive"), all);
});

for (const [name, sentence] of Object.entries({
  other: "a caller of another database is refused",
  stranger: "a certificate that nobody registered is refused",
  expired: "a registered certificate that expired is refused",
})) {
  test(sentence, async (t) => {
    const store = openStoreAs(t, name, "shop");

    await refused(store.openSession().load("users/ada", User));
    await refused(saveAll(store, [new User("Eve")]));
  });
}
