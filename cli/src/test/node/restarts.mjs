// Stores documents by HiLo, loads them and takes identities with RavenDB's npm client, until standard input ends.
// Each turn prints "made", the id and the node that stored it, or "failed" and why.
// Arguments: a database, how many stores each loop opens, how many loops there are, and the URLs of the nodes.
import { once } from "node:events";
import { DocumentStore, NextIdentityForOperation } from "ravendb";

class Note {
  constructor(stamp) {
    this.id = null;
    this.Stamp = stamp;
  }
}

const [database, stores, loops, ...urls] = process.argv.slice(2);
let over = false;
process.stdin.on("end", () => { over = true; }).resume();
process.on("unhandledRejection", (error) => failed("unhandled", error));

function failed(turn, error) {
  console.log(`failed ${turn} ${new Date().toISOString()} ${error?.stack ?? error}`.replaceAll("\n", " | "));
}

async function turn(store, stamp) {
  const session = store.openSession();
  const note = new Note(stamp);
  await session.store(note);
  await session.saveChanges();
  const id = session.advanced.getDocumentId(note);
  const node = session.advanced.getChangeVectorFor(note).replace(/:.*/, "");

  const found = await store.openSession().load(id);
  if (found?.Stamp !== stamp) {
    throw new Error(`${id} is ${found?.Stamp} but must be ${stamp}`);
  }
  await store.maintenance.send(new NextIdentityForOperation("turns"));
  console.log(`made ${id} ${node}`);
}

async function work(loop) {
  const opened = Array.from({ length: Number(stores) }, () => new DocumentStore(urls, database).initialize());
  for (let i = 0; !over; i++) {
    const stamp = `n${loop}-${i}`;
    try {
      await turn(opened[i % opened.length], stamp);
    } catch (error) {
      failed(stamp, error);
    }
  }
  for (const store of opened) {
    const done = once(store, "executorsDisposed");
    store.dispose();
    await done;
  }
}

await Promise.all(Array.from({ length: Number(loops) }, (_, loop) => work(loop)));
process.exit(0);
