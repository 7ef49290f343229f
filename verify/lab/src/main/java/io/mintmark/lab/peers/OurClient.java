package io.mintmark.lab.peers;

import io.mintmark.client.BulkInsert;
import io.mintmark.client.DocumentStore;
import io.mintmark.client.IdGenerator;
import io.mintmark.client.Session;

/** Ours. */
final class OurClient implements Subject {
    private final DocumentStore store;
    private final IdGenerator ids;
    private final Item item = Item.of(1);

    OurClient(String url, String database) {
        store = DocumentStore.builder(url).database(database).open();
        ids = store.ids();
    }

    @Override
    public String nextId() {
        return ids.nextId(item);
    }

    @Override
    public void save(int documents) {
        try (Session session = store.openSession()) {
            for (int i = 0; i < documents; i++) {
                session.store(Item.of(i));
            }
            int ignored = session.saveChanges();
        }
    }

    @Override
    public void bulkInsert(int documents) {
        try (BulkInsert bulk = store.bulkInsert()) {
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
