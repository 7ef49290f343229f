package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.client.DocumentStore;
import io.mintmark.client.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Many programs with mintmark-client, one call after the other; it counts which node served, and notes each failure. */
final class PatientCaller implements Runnable {
    private final List<URI> urls;
    private final int stores;
    private final String name;
    private final Map<String, Long> load = new TreeMap<>();
    private final List<String> failed = new ArrayList<>();
    private long calls;
    private volatile boolean over;

    PatientCaller(List<URI> urls, int stores, String name) {
        this.urls = urls;
        this.stores = stores;
        this.name = name;
    }

    /** Asks it to end after its present call. */
    void finish() {
        over = true;
    }

    /** Returns how many documents each node made an id for; like the others once it has ended. */
    Map<String, Long> load() {
        return load;
    }

    /** Returns what failed. */
    List<String> failed() {
        return failed;
    }

    /** Returns how many calls succeeded. */
    long calls() {
        return calls;
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
            load.merge(id.substring(id.lastIndexOf('-') + 1), 1L, Long::sum);
            calls++;
            try (Session session = store.openSession()) {
                String found = session.load(Note.class, id).map(Note::getStamp).orElse("none");
                if (!found.equals(stamp)) {
                    failed.add(id + " is " + found + " but must be " + stamp);
                }
            }
            calls++;
            long ignored = store.identities().next("turns");
            calls++;
        } catch (MintmarkException e) {
            failed.add(stamp + ": " + e);
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
