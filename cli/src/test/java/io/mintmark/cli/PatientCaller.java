package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.client.DocumentStore;
import io.mintmark.client.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Many programs with mintmark-client, one call after the other. */
final class PatientCaller implements RestartCaller {
    private final List<URI> urls;
    private final int stores;
    private final String name;
    private final CallTally tally = new CallTally();
    private volatile boolean over;

    PatientCaller(List<URI> urls, int stores, String name) {
        this.urls = urls;
        this.stores = stores;
        this.name = name;
    }

    @Override
    public String client() {
        return "mintmark-client";
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
            String[] known = urls.stream().map(URI::toString).toArray(String[]::new);
            for (int i = 0; i < stores; i++) {
                opened.add(DocumentStore.builder(known).database(Calls.DATABASE).open());
            }
            for (int turn = 0; !over; turn++) {
                call(opened.get(turn % stores), name + "-" + turn);
            }
        } finally {
            opened.forEach(DocumentStore::close);
        }
    }

    /** Saves a document whose id the node makes, reads it, and takes an identity. */
    private void call(DocumentStore store, String stamp) {
        try {
            String id = save(store, stamp);
            tally.made(id, id.substring(id.lastIndexOf('-') + 1));
            try (Session session = store.openSession()) {
                String found = session.load(Note.class, id).map(Note::getStamp).orElse("none");
                if (!found.equals(stamp)) {
                    tally.failed(id + " is " + found + " but must be " + stamp);
                }
            }
            long ignored = store.identities().next("turns");
            tally.succeeded(3);
        } catch (MintmarkException e) {
            tally.failed(stamp + ": " + e);
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
