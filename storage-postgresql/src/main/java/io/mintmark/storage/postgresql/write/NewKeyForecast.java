package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.row.CollectionMemory;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTable;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the documents that a group asks for are presumed to be new, so that nothing is fetched before it: so it is
 * where the groups before found nothing under their keys, as in a bulk insert. Used by the writer thread only.
 *
 * <p><b>Why a wrong presumption harms nobody.</b> A group that presumed is written only if each document that it asked
 * for is one that it adds, and a key that is there fails that insert. Everything else that the group could have found,
 * and so decided otherwise, undoes it, and it is run again with what is stored.
 */
final class NewKeyForecast {
    /** Groups without anything found that are asked for after many wrong presumptions. */
    private static final int NEEDED_MAX = 256;

    private static final int DEARER = 4;

    private int needed = 1;
    private int seen;
    private boolean presumed;
    private Set<String> keys = Set.of();

    /**
     * Decides whether the group that asks for {@code asked} fetches nothing; one that learnt of a key that was there
     * does.
     */
    boolean presumes(ReadSet asked, CollectionMemory collections, MissedKeys learnt) {
        boolean onlyMadeIds = asked.documents().isEmpty() && asked.makesIds();
        presumed = (onlyMadeIds || (seen >= needed && !asked.documents().isEmpty()))
                && learnt.isEmpty()
                && asked.counters().isEmpty()
                && asked.identities().isEmpty()
                && asked.answers().isEmpty()
                && asked.requestKeys().isEmpty()
                && asked.contents().isEmpty()
                && asked.indexes().isEmpty()
                && !asked.hasIndexList()
                && asked.collections().stream().allMatch(key -> collections.of(key) != null);
        keys = presumed ? asked.documents() : Set.of();
        return presumed;
    }

    /** Returns whether the present group fetched nothing. */
    boolean isPresumed() {
        return presumed;
    }

    /** Learns from a group that fetched what it asks for. */
    void fetched(ReadSet asked, GroupTable<String, DocumentRow> documents) {
        if (asked.documents().isEmpty()) {
            return;
        }
        boolean allNew = asked.documents().stream().noneMatch(documents::wasThere);
        seen = allNew ? seen + 1 : 0;
    }

    /**
     * Returns whether the present group presumed and did not add all that it asked for; the next ones fetch then. What
     * is there although nothing was fetched, the group inserted early.
     */
    boolean isWrong(GroupTable<String, DocumentRow> documents) {
        if (!presumed) {
            return false;
        }
        for (String key : keys) {
            Optional<DocumentRow> made = documents.changes().get(key);
            if ((made == null || made.isEmpty()) && !documents.wasThere(key)) {
                wasWrong();
                return true;
            }
        }
        return false;
    }

    /** Learns that the present group found a key after all. */
    void wasWrong() {
        seen = 0;
        needed = Math.min(NEEDED_MAX, needed * DEARER);
    }
}
