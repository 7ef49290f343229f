package io.mintmark.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.identities.NextIdentityForOperation;
import net.ravendb.client.documents.session.IDocumentSession;

/** Many stores of RavenDB's official client for Java, one call after the other. */
final class OfficialCaller implements RestartCaller {
    private final String[] urls;
    private final int stores;
    private final String name;
    private final CallTally tally = new CallTally();
    private volatile boolean over;

    OfficialCaller(List<URI> urls, int stores, String name) {
        this.urls = urls.stream().map(URI::toString).toArray(String[]::new);
        this.stores = stores;
        this.name = name;
    }

    @Override
    public String client() {
        return "RavenDB's client for Java";
    }

    @Override
    public void finish() {
        over = true;
    }

    @Override
    public CallTally tally() {
        return tally;
    }

    @Override
    public void run() {
        List<DocumentStore> opened = new ArrayList<>();
        try {
            for (int i = 0; i < stores; i++) {
                DocumentStore store = new DocumentStore(urls, Calls.DATABASE);
                store.initialize();
                opened.add(store);
            }
            for (int turn = 0; !over; turn++) {
                call(opened.get(turn % stores), name + "-" + turn);
            }
        } finally {
            opened.forEach(DocumentStore::close);
        }
    }

    /** Saves a document whose id is of the client's own range, reads it, and takes an identity. */
    private void call(DocumentStore store, String stamp) {
        try {
            String id = save(store, stamp);
            try (IDocumentSession session = store.openSession()) {
                Note found = session.load(Note.class, id);
                if (found == null || !found.getStamp().equals(stamp)) {
                    tally.failed(id + " is " + found + " but must be " + stamp);
                }
            }
            long ignored = store.maintenance().send(new NextIdentityForOperation("turns"));
            tally.succeeded(3);
        } catch (RuntimeException e) {
            tally.failed(stamp + " " + Instant.now() + ": " + trace(e));
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
            tally.made(id, session.advanced().getChangeVectorFor(note).replaceFirst(":.*", ""));
            return id;
        }
    }
}
