package io.mintmark.storage.sqlite;

import io.mintmark.MintmarkException;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.cutoff.Journal.Store;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.row.Ticks;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a journal takes, and what it refuses: documents of one store, each new or sent again, while there is room. */
final class JournalTaking {
    /** A file of before has databases of which nobody noted the store. */
    private static final String ADD_HOME = "INSERT INTO home (name, life, store_id, place) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (life) DO UPDATE SET store_id = excluded.store_id, place = excluded.place"
            + " WHERE store_id <> excluded.store_id";

    private static final String ADD =
            "INSERT INTO entry (home, key, id, collection, version, etag, modified, metadata, body)"
                    + " SELECT number, ?, ?, ?, ?, ?, ?, ?, ? FROM home WHERE life = ? AND store_id = ?"
                    + " ON CONFLICT DO NOTHING";
    private static final String SPEND = "UPDATE known SET spent = ?1 WHERE life = ?2 AND spent < ?1 AND ending >= ?1";

    private static final String ELSEWHERE =
            "SELECT count(*), min(h.place) FROM entry e JOIN home h ON h.number = e.home"
                    + " WHERE e.reason IS NULL AND h.store_id NOT IN ('', ?)";

    private final JournalRows rows;
    private Store served = new Store("", "");

    JournalTaking(JournalRows rows) {
        this.rows = rows;
    }

    /** Takes documents for that store from now on, and returns true; refuses while some are on their way elsewhere. */
    boolean serve(Store store) throws SQLException {
        List<String> elsewhere = rows.rows(
                row -> row.getLong(1) == 0 ? "" : row.getString(2) + ", with " + row.getLong(1) + " on the way there",
                ELSEWHERE,
                store.id());
        if (!elsewhere.get(0).isEmpty()) {
            throw new MintmarkException("The store " + store.place() + " is another one than the journal in --data"
                    + " belongs to, which was at " + elsewhere.get(0) + ": correct --store or --data, or move"
                    + " journal.sqlite away if that store is gone.");
        }
        served = store;
        return true;
    }

    /**
     * What became of a batch.
     *
     * @param kept for each document of it
     * @param added how many of these are new
     * @param bytes of the new ones
     */
    record Appended(List<StoredDocument> kept, int added, long bytes) {}

    /** Adds what is not there yet: a document alone by one statement if nothing stands against it, as is the rule. */
    Appended append(Home home, List<Creation> creations, Journal.Fill now) throws SQLException {
        return creations.size() == 1 && isAdded(home, creations.get(0).document(), now)
                ? new Appended(
                        List.of(creations.get(0).document()),
                        1,
                        JournalRows.bytes(creations.get(0).document()))
                : appendAll(home, creations, now);
    }

    private boolean isAdded(Home home, StoredDocument document, Journal.Fill now) throws SQLException {
        return hasRoom(now, JournalRows.bytes(document)) && add(home, document);
    }

    /** What may refuse the batch is looked at before anything is written. */
    private Appended appendAll(Home home, List<Creation> creations, Journal.Fill now) throws SQLException {
        List<StoredDocument> kept = new ArrayList<>(creations.size());
        List<StoredDocument> added = new ArrayList<>(creations.size());
        for (Creation creation : creations) {
            Optional<StoredDocument> present =
                    rows.find(home, creation.document().id());
            present.ifPresentOrElse(there -> requireSame(creation, there), () -> added.add(creation.document()));
            kept.add(present.orElseGet(creation::document));
        }
        long bytes = added.stream().mapToLong(JournalRows::bytes).sum();
        requireRoom(now, bytes);
        addHome(home);
        for (StoredDocument document : added) {
            if (!add(home, document)) {
                throw new SQLException("the journal cannot add " + document.id() + " of the life " + home.life());
            }
        }
        return new Appended(kept, added.size(), bytes);
    }

    private static void requireSame(Creation creation, StoredDocument present) {
        if (creation.mustBeNew()) {
            throw new ConcurrencyException("Put", present.id(), Expectation.ABSENT, present.changeVector());
        }
        if (!present.content().isSameAs(creation.document().content())) {
            throw refusal("The document " + present.id()
                    + " was taken while this node is cut off, and cannot be changed before it has come home");
        }
    }

    /** Requires room for those of the documents that are not there yet. */
    static void requireRoom(JournalRows rows, Home home, List<DocumentCommand.Put> puts, Journal.Fill now)
            throws SQLException {
        long bytes = 0;
        for (DocumentCommand.Put put : puts) {
            boolean isThere = put.id() instanceof IdTemplate.Semantic semantic
                    && rows.find(home, semantic.id()).isPresent();
            bytes += isThere ? 0 : JournalRows.bytes(put.content());
        }
        requireRoom(now, bytes);
    }

    static boolean hasRoom(Journal.Fill now, long more) {
        return now.bytes() + more <= now.bytesMax();
    }

    private static void requireRoom(Journal.Fill now, long more) {
        if (!hasRoom(now, more)) {
            throw refusal("The journal of this node has no room left, " + now.bytes() + " of " + now.bytesMax()
                    + " bytes (--journal-bytes), for " + more + " more");
        }
    }

    private static StorageUnreachableException refusal(String what) {
        return new StorageUnreachableException(
                what + ", so nothing was done: ask another node, or try again in a moment.",
                new IllegalStateException("the journal takes no more of this"));
    }

    private void addHome(Home home) throws SQLException {
        int ignored = rows.execute(ADD_HOME, home.name(), home.life(), served.id(), served.place());
    }

    /** Returns whether it was added: its life and store must be known, and its id new. Its etag is spent with it. */
    private boolean add(Home home, StoredDocument document) throws SQLException {
        int added = rows.execute(
                ADD,
                document.id().key(),
                document.id().text(),
                document.content().collection(),
                document.changeVector(),
                document.etag(),
                Ticks.of(document.modified()),
                document.content().metadata(),
                document.content().body(),
                home.life(),
                served.id());
        if (added == 1) {
            spend(home, document.etag());
        }
        return added == 1;
    }

    /** Takes note that etags of a database were drawn, up to that one, where they are of the block that is kept. */
    private void spend(Home home, long etag) throws SQLException {
        int ignored = rows.execute(SPEND, etag, home.life());
    }
}
