package io.mintmark.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.identities.NextIdentityForOperation;
import net.ravendb.client.documents.session.IDocumentSession;

/** Many stores of RavenDB's official client for Java, one call after the other. */
final class OfficialCaller extends StoresCaller<DocumentStore> {
    private final String[] urls;

    OfficialCaller(List<URI> urls, int stores, String name) {
        super("RavenDB's client for Java", stores, name);
        this.urls = urls.stream().map(URI::toString).toArray(String[]::new);
    }

    @Override
    public void run() {
        run(this::open, DocumentStore::close);
    }

    private DocumentStore open() {
        DocumentStore store = new DocumentStore(urls, Calls.DATABASE);
        store.initialize();
        return store;
    }

    /** The id of the document is of the client's own range. */
    @Override
    void call(DocumentStore store, String stamp) {
        try {
            String id = save(store, stamp);
            try (IDocumentSession session = store.openSession()) {
                Note found = session.load(Note.class, id);
                requireSame(id, found == null ? "none" : found.getStamp(), stamp);
            }
            long ignored = store.maintenance().send(new NextIdentityForOperation("turns"));
            tally().succeeded(3);
        } catch (RuntimeException e) {
            tally().failed(stamp + " " + Instant.now() + ": " + trace(e));
        }
    }

    private static String trace(RuntimeException e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return trace.toString().replace("\n", " | ");
    }

    private String save(DocumentStore store, String stamp) {
        try (IDocumentSession session = store.openSession()) {
            Note note = new Note(stamp);
            session.store(note);
            session.saveChanges();
            String id = session.advanced().getDocumentId(note);
            tally().made(id, session.advanced().getChangeVectorFor(note).replaceFirst(":.*", ""));
            return id;
        }
    }
}
