package io.mintmark.lab.bench.generators;

import java.util.List;
import net.ravendb.client.documents.identity.HiLoIdGenerator;

/**
 * The HiLo generator of RavenDB's official Java client, its own class and byte code, holding one range that never ends.
 *
 * <p>So what is measured is its next number and its spelling of {@code orders/10-A}; its refill, one blocking request
 * to a server per range, is left out, in its favour.
 */
final class RavenDbGenerators {
    private static final long FIRST = 100_000_000;

    private RavenDbGenerators() {}

    static List<Entry> numbers() {
        return List.of(Entry.of("ravendb-number", counter -> number()));
    }

    static List<Entry> documentIds() {
        return List.of(Entry.of("ravendb-id", counter -> documentId()));
    }

    private static Subject number() {
        EndlessRange ids = new EndlessRange();
        return () -> () -> ids.getNextId().getId();
    }

    private static Subject documentId() {
        EndlessRange ids = new EndlessRange();
        return () -> new KeptText(() -> ids.generateDocumentId(ids));
    }

    private static final class EndlessRange extends HiLoIdGenerator {
        @SuppressWarnings("NullAway") // the store is only used by a refill, which never comes
        EndlessRange() {
            super("orders", null, "lab", '/');
            prefix = "orders/";
            setRange(new RangeValue(FIRST, Long.MAX_VALUE, "A"));
        }
    }
}
