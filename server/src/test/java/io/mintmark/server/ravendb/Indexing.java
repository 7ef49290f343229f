package io.mintmark.server.ravendb;

import io.mintmark.support.Eventually;
import java.util.Arrays;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.DatabaseStatistics;
import net.ravendb.client.documents.operations.GetStatisticsOperation;

/** How scenarios wait for indexes, and for what comes after a reply. */
final class Indexing {
    private Indexing() {}

    /** Waits as the client's own tests do: until no index is stale, and none is about to replace another. */
    static void caughtUp(DocumentStore store) throws InterruptedException {
        Eventually.until("no stale index", () -> {
            DatabaseStatistics statistics = store.maintenance().send(new GetStatisticsOperation());
            return statistics.getIndexes().length > 0
                    && Arrays.stream(statistics.getIndexes())
                            .noneMatch(
                                    index -> index.isStale() || index.getName().startsWith("ReplacementOf/"));
        });
    }
}
