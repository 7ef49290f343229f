package io.mintmark.lab.peers;

import net.ravendb.client.documents.BulkInsertOperation;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;

/** RavenDB's, as Maven Central has it. */
final class OfficialClient implements Subject {
    private final DocumentStore store;
    private final String database;
    private final Item item = Item.of(1);

    OfficialClient(String url, String database) {
        this.database = database;
        store = new DocumentStore(url, database);
        store.initialize();
    }

    @Override
    public String nextId() {
        return store.getConventions().generateDocumentId(database, item);
    }

    @Override
    public void save(int documents) {
        try (IDocumentSession session = store.openSession()) {
            for (int i = 0; i < documents; i++) {
                session.store(Item.of(i));
            }
            session.saveChanges();
        }
    }

    @Override
    public void bulkInsert(int documents) {
        try (BulkInsertOperation bulk = store.bulkInsert()) {
            for (int i = 0; i < documents; i++) {
                bulk.store(Item.of(i));
            }
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
