package io.mintmark.server.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.DataDirectory;
import io.mintmark.server.maintenance.RestoredStore;
import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.LeastRaise;
import io.mintmark.server.storage.counter.RangeRequest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store knows how fast its numbers grew, in their busiest hour and not on average. */
@Timeout(120)
class StoreGrowthTest {
    private static final int BUSY = 50_000_000;
    private static final CounterName ORDERS = CounterName.ofTag("orders");

    private String url;

    @BeforeEach
    void begin() {
        url = TestPostgres.fresh();
    }

    /** Writes in so many hours, each before its sample and after it; what moves in the busy one has no lease. */
    private void hours(int count, int busyOne) {
        try (PostgresEngine engine = TestEngine.open(url)) {
            DatabaseEntry entry = engine.database("shop").orElseGet(() -> engine.create("shop", new byte[] {'{', '}'}));
            for (int i = 0; i < count; i++) {
                String samples = growth("samples");
                try (Storage storage = engine.open(entry)) {
                    long stands = storage.reserve(new RangeRequest(ORDERS, 0, 32, "test"))
                            .high();
                    TestEngine.await(
                            Duration.ofSeconds(20), () -> !growth("samples").equals(samples));
                    long ignored = storage.raise(ORDERS, stands + (i == busyOne ? BUSY : 0));
                }
                anHourPasses();
            }
        }
    }

    private void anHourPasses() {
        TestEngine.run(url, "UPDATE growth SET value = value - 3600000 WHERE key = 'moment'");
    }

    private String growth(String key) {
        return TestEngine.ask(url, "SELECT value FROM growth WHERE key = '" + key + "'");
    }

    private LeastRaise least() {
        try (RestoredStore store = RestoredStore.open(StoreSettings.of(url))) {
            return store.least("SHOP");
        }
    }

    @Test
    void shouldAskForTwiceTheBusiestHourForEachHourThatPassed() {
        hours(4, 1);
        assertThat(growth("samples")).isEqualTo("4");
        TestEngine.run(url, "UPDATE growth SET value = " + LeastRaise.SAMPLES_MIN + " WHERE key = 'samples'");

        LeastRaise least = least();

        assertThat(least.by()).isBetween(5L * BUSY, 5L * (BUSY + 100));
        TestEngine.run(url, "UPDATE growth SET value = value - 10 * 3600000 WHERE key = 'moment'");
        assertThat(least().by()).isBetween(25L * BUSY, 25L * (BUSY + 100));
    }

    @Test
    void shouldAskForTheUnknownWhereTheHistoryIsShortOrEndsInTheFuture() {
        hours(3, 1);
        assertThat(least().by()).isEqualTo(LeastRaise.UNKNOWN);
        assertThat(least().why()).contains("too short");

        TestEngine.run(url, "UPDATE growth SET value = 100 WHERE key = 'samples'");
        assertThat(least().by()).isLessThan(LeastRaise.UNKNOWN);
        TestEngine.run(url, "UPDATE growth SET value = value + 100 * 3600000 WHERE key = 'moment'");
        assertThat(least().by()).isEqualTo(LeastRaise.UNKNOWN);
        assertThat(least().why()).contains("in the future");
    }

    @Test
    void shouldNotTakeARaiseForGrowth() {
        hours(3, -1);
        TestEngine.run(url, "UPDATE growth SET value = 100 WHERE key = 'samples'");
        long before = least().by();
        TestEngine.run(url, "UPDATE node SET heartbeat = heartbeat - interval '1 hour'");

        try (RestoredStore store = RestoredStore.open(StoreSettings.of(url))) {
            DataDirectory.Raised ignored = store.raise("shop", 1L << 40);
        }

        assertThat(least().by()).isEqualTo(before);
        hours(3, -1);
        assertThat(least().by()).isLessThan(1L << 30);
    }
}
