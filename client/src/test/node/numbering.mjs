// Makes ids of the collection Users with RavenDB's npm client, store after store, and prints each as soon as it is made.
// Arguments: the server's URL, a database, and for each store how many ids it makes.
import { once } from "node:events";
import { DocumentStore } from "ravendb";

class User {
  constructor() {
    this.id = null;
  }
}

const [url, database, ...counts] = process.argv.slice(2);
for (const count of counts) {
  const store = new DocumentStore(url, database).initialize();
  const session = store.openSession();
  for (let i = 0; i < Number(count); i++) {
    const user = new User();
    await session.store(user);
    console.log(session.advanced.getDocumentId(user));
  }
  const done = once(store, "executorsDisposed");
  store.dispose();
  await done;
}
