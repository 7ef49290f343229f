package io.mintmark.storage.contract;

import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.PostgresEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.LeastRaise;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;

/** The contract of growth on PostgreSQL, whose clock cannot be set: what it noted is moved instead. */
class NightlyPostgresGrowthTest extends GrowthContract {
    private static final long HOUR_MILLIS = 3_600_000;

    private final String url = TestPostgres.fresh();

    /** Writes before each sample and after it. */
    @Override
    protected void hours(int count, int busyOne) {
        try (PostgresEngine engine = TestEngine.open(url)) {
            DatabaseEntry entry = engine.database("shop").orElseGet(() -> engine.create("shop", new byte[] {'{', '}'}));
            for (int i = 0; i < count; i++) {
                hour(engine, entry, i == busyOne ? BUSY : 0);
            }
        }
    }

    private void hour(PostgresEngine engine, DatabaseEntry entry, long more) {
        String samples = growth("samples");
        try (Storage storage = engine.open(entry)) {
            long stands = storage.write(new RangeRequest(ORDERS, 0, 32, "test")).high();
            Eventually.until(() -> !growth("samples").equals(samples));
            long ignored =
                    storage.write(new CounterRaise(ORDERS, stands + more)).last();
        }
        move(1);
    }

    private String growth(String key) {
        return TestEngine.ask(url, "SELECT value FROM growth WHERE key = '" + key + "'");
    }

    @Override
    protected void completeHistory() {
        TestEngine.run(url, "UPDATE growth SET value = " + LeastRaise.SAMPLES_MIN + " WHERE key = 'samples'");
    }

    @Override
    protected void move(int hours) {
        TestEngine.run(url, "UPDATE growth SET value = value - " + hours * HOUR_MILLIS + " WHERE key = 'moment'");
    }

    @Override
    protected void raise(long by) {
        TestEngine.run(url, "UPDATE node SET heartbeat = heartbeat - interval '1 hour'");
        try (RestoredStore store = Maintenance.of(StoreSettings.of(url)).openRestored()) {
            RestoredStore.Raised ignored = store.raise("shop", by, Progress.NONE);
        }
    }

    @Override
    protected LeastRaise least() {
        try (RestoredStore store = Maintenance.of(StoreSettings.of(url)).openRestored()) {
            return store.least("SHOP");
        }
    }
}
