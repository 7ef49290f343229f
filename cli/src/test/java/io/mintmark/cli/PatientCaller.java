package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.client.DocumentStore;
import io.mintmark.client.Session;
import java.net.URI;
import java.util.List;

/** Many programs with mintmark-client, one call after the other. */
final class PatientCaller extends StoresCaller<DocumentStore> {
    private final String[] urls;

    PatientCaller(List<URI> urls, int stores, String name) {
        super("mintmark-client", stores, name);
        this.urls = urls.stream().map(URI::toString).toArray(String[]::new);
    }

    @Override
    public void run() {
        run(() -> DocumentStore.builder(urls).database(Calls.DATABASE).open(), DocumentStore::close);
    }

    /** The id of the document is one that the node makes. */
    @Override
    void call(DocumentStore store, String stamp) {
        try {
            String id = save(store, stamp);
            tally().made(id, id.substring(id.lastIndexOf('-') + 1));
            try (Session session = store.openSession()) {
                requireSame(id, session.load(Note.class, id).map(Note::getStamp).orElse("none"), stamp);
            }
            long ignored = store.identities().next("turns");
            tally().succeeded(3);
        } catch (MintmarkException e) {
            tally().failed(stamp + ": " + e);
        }
    }

    private static String save(DocumentStore store, String stamp) {
        try (Session session = store.openSession()) {
            Note note = new Note(stamp);
            var stored = session.store(note, "notes/");
            int ignored = session.saveChanges();
            return stored.id();
        }
    }
}
