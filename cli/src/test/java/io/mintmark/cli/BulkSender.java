package io.mintmark.cli;

import java.net.URI;
import net.ravendb.client.documents.BulkInsertOperation;
import net.ravendb.client.documents.DocumentStore;

/** RavenDB's official client in the middle of a bulk insert, numbering what it sends, until its server is gone. */
final class BulkSender implements Runnable {
    private static final int DOCUMENTS_MAX = 5_000_000;

    private final URI server;
    private final int stream;
    private volatile int begun;

    BulkSender(URI server, int stream) {
        this.server = server;
        this.stream = stream;
    }

    /** Returns how many documents it began to send. */
    int begun() {
        return begun;
    }

    @Override
    public void run() {
        try (DocumentStore store = new DocumentStore(server.toString(), Calls.DATABASE)) {
            store.getConventions().setDisableTopologyUpdates(true);
            store.initialize();
            try (BulkInsertOperation bulk = store.bulkInsert()) {
                while (begun < DOCUMENTS_MAX) {
                    int number = begun;
                    begun = number + 1;
                    send(bulk, number);
                }
            }
        } catch (RuntimeException e) {
            // The server was killed under it; what became of the last documents is unknown.
        }
    }

    private void send(BulkInsertOperation bulk, int number) {
        BulkEntry entry = new BulkEntry(stream, number);
        switch (number % 3) {
            case 0 -> bulk.store(entry, "entries/" + stream + "/" + number);
            case 1 -> bulk.store(entry, "entries/");
            default -> {
                String ignored = bulk.store(entry);
            }
        }
    }
}
