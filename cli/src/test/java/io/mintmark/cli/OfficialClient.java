package io.mintmark.cli;

import io.mintmark.cli.Crowd.Stage;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.identities.NextIdentityForOperation;
import net.ravendb.client.documents.session.IDocumentSession;

/** RavenDB's official client, which finds further nodes by itself, sends again what failed, and closes in order. */
final class OfficialClient implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration REST = Duration.ofMillis(10);

    private final String[] urls;
    private final NodesHistory history;
    private final String name;
    private final Supplier<Stage> stage;
    private int stamps;

    OfficialClient(List<URI> urls, NodesHistory history, String name, Supplier<Stage> stage) {
        this.urls = urls.stream().map(URI::toString).toArray(String[]::new);
        this.history = history;
        this.name = name;
        this.stage = stage;
    }

    @Override
    public void run() {
        try (DocumentStore store = new DocumentStore(urls, Calls.DATABASE)) {
            store.getConventions().setRequestTimeout(PATIENCE);
            store.initialize();
            while (stage.get() == Stage.WORKING) {
                goOn(store);
            }
        }
    }

    /** It has many ways to say that no node answered. */
    private void goOn(DocumentStore store) {
        try {
            save(store);
            long begun = System.nanoTime();
            long number = store.maintenance().send(new NextIdentityForOperation("tickets"));
            history.identity(begun, "tickets", number);
        } catch (RuntimeException e) {
            history.acknowledged.unanswered();
            RealTime.pass(REST);
        }
    }

    private void save(DocumentStore store) {
        String stamp = name + "-" + stamps++;
        try (IDocumentSession session = store.openSession()) {
            Note note = new Note(stamp);
            session.store(note);
            session.saveChanges();
            history.acknowledged.storedNew(session.advanced().getDocumentId(note), stamp);
        }
    }
}
