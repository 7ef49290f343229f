package io.mintmark.storage.contract;

import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** The contract of restored copies on tables of PostgreSQL, behind the engine that a server has. */
class PostgresRestoredTest extends RestoredContract {
    /** Does something for each table of the store. */
    private static final String EACH = "DO $$ DECLARE t text; BEGIN FOR t IN SELECT table_name FROM"
            + " information_schema.tables WHERE table_schema = 'mintmark' LOOP %s END LOOP; END $$";

    @TempDir
    private Path directory;

    private @Nullable String url;

    private String url() {
        String known = url == null ? TestPostgres.fresh() : url;
        url = known;
        return known;
    }

    @Override
    protected StorageEngine start() {
        return TestEngine.open(url());
    }

    @Override
    protected StorageEngine startWitnessed() {
        return TestEngine.open(url(), "A", directory.resolve("witness"));
    }

    @Override
    protected void copy() {
        TestEngine.run(url(), "CREATE SCHEMA backup");
        TestEngine.run(
                url(), EACH.formatted("EXECUTE format('CREATE TABLE backup.%1$I AS SELECT * FROM mintmark.%1$I', t);"));
    }

    @Override
    protected void putBack() {
        TestEngine.run(
                url(),
                EACH.formatted("EXECUTE format('DELETE FROM mintmark.%1$I', t);"
                        + " EXECUTE format('INSERT INTO mintmark.%1$I SELECT * FROM backup.%1$I', t);"));
    }

    @Override
    protected void raise() {
        try (RestoredStore restored = Maintenance.of(StoreSettings.of(url())).openRestored()) {
            restored.raiseWhatIsShared(BY);
            restored.databases().forEach(name -> {
                RestoredStore.Raised ignored = restored.raise(name, BY, Progress.NONE);
            });
        }
    }
}
