// Does what a test asks with RavenDB's npm client: a line of words on standard input, a line of JSON as the answer.
//   open NAME URL DATABASE stay|find    opens a store that stays at that node, or finds the others by itself
//   save NAME STAMP KIND...             stores a document of each kind in one session: hilo, guid, or the id to ask for
//   change NAME ID STAMP                loads a document, changes it and saves
//   load NAME ID / delete NAME ID / identity NAME / close NAME
// An answer has what came of it (ids, node, stamp, number), or the failure, and how many milliseconds that took.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { DocumentStore, NextIdentityForOperation } from "ravendb";

class Note {
  constructor(stamp) {
    this.id = null;
    this.Stamp = stamp;
  }
}

/** The server makes its id, a GUID. */
class Loose extends Note {}

const stores = new Map();

async function store(session, stamp, kind) {
  const note = kind === "guid" ? new Loose(stamp) : new Note(stamp);
  await (kind === "hilo" || kind === "guid" ? session.store(note) : session.store(note, kind));
  return note;
}

function stored(session, notes) {
  return {
    ids: notes.map((note) => session.advanced.getDocumentId(note)),
    node: session.advanced.getChangeVectorFor(notes[0]).replace(/:.*/, ""),
  };
}

const verbs = {
  async open(name, url, database, way) {
    const opened = new DocumentStore(url, database);
    opened.conventions.disableTopologyUpdates = way === "stay";
    opened.conventions.registerIdConvention(Loose, async () => "");
    stores.set(name, opened.initialize());
    return {};
  },

  async save(name, stamp, ...kinds) {
    const session = stores.get(name).openSession();
    const notes = [];
    for (const kind of kinds) {
      notes.push(await store(session, stamp, kind));
    }
    await session.saveChanges();
    return stored(session, notes);
  },

  async change(name, id, stamp) {
    const session = stores.get(name).openSession();
    const note = await session.load(id);
    note.Stamp = stamp;
    await session.saveChanges();
    return stored(session, [note]);
  },

  async load(name, id) {
    return { stamp: (await stores.get(name).openSession().load(id))?.Stamp ?? "" };
  },

  async delete(name, id) {
    const session = stores.get(name).openSession();
    await session.delete(id);
    await session.saveChanges();
    return {};
  },

  async identity(name) {
    return { number: await stores.get(name).maintenance.send(new NextIdentityForOperation("turns")) };
  },

  async close(name) {
    const done = once(stores.get(name), "executorsDisposed");
    stores.get(name).dispose();
    await done;
    return {};
  },
};

process.on("unhandledRejection", (error) => console.error("unhandled", error));

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, ...words] = line.split(" ");
  const begun = performance.now();
  let answer;
  try {
    answer = await verbs[verb](...words);
  } catch (error) {
    answer = { failure: `${error.name}: ${error.message}` };
  }
  console.log(JSON.stringify({ ...answer, millis: Math.round(performance.now() - begun) }));
}
process.exit(0);
