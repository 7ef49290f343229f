package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.DatabaseStatistics;
import net.ravendb.client.documents.operations.GetStatisticsOperation;

/** How scenarios wait for indexes, and for what comes after a reply. */
final class Indexing {
    private Indexing() {}

    /** Asks again until it is so. */
    static void eventually(String what, BooleanSupplier isSo) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(50);
        }
    }

    /** Waits as the client's own tests do: until no index is stale, and none is about to replace another. */
    static void caughtUp(DocumentStore store) throws InterruptedException {
        eventually("no stale index", () -> {
            DatabaseStatistics statistics = store.maintenance().send(new GetStatisticsOperation());
            return statistics.getIndexes().length > 0
                    && Arrays.stream(statistics.getIndexes())
                            .noneMatch(
                                    index -> index.isStale() || index.getName().startsWith("ReplacementOf/"));
        });
    }
}
