package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.Storage;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Lease;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Stores on whose counters so many ranges are asked for that the server reserves numbers ahead; time is told to pass. */
final class BusyCounter {
    private static final CounterName ORDERS = CounterName.ofTag("orders");
    private static final long MILLI = 1_000_000L;

    final AtomicLong nanos = new AtomicLong();

    TestStore open(Path where) {
        SqliteSettings settings = TestStore.settings(where).with(AnswerLimits.DEFAULT, nanos::get);
        return TestStore.open(settings, ConnectionOpener.DRIVER);
    }

    Lease next(TestStore store, String tag, int millis) {
        nanos.addAndGet(millis * MILLI);
        return store.reserve(tag);
    }

    static long max(Storage storage) {
        return storage.reads()
                .read(ORDERS.document())
                .map(shown -> HiLoDocument.parse(shown.content().body(), Long.MAX_VALUE)
                        .max())
                .orElseThrow();
    }

    /** Asks ten times a second until the server cuts by itself. */
    Lease untilCut(TestStore store) {
        Lease lease = next(store, "orders", 100);
        while (max(store.storage) == lease.high()) {
            assertThat(lease.high()).as("ten ranges a second must be enough").isLessThan(60 * 32);
            lease = next(store, "orders", 100);
        }
        // The one before may have come from the counter itself, just ahead of the reservation.
        return next(store, "orders", 100);
    }
}
