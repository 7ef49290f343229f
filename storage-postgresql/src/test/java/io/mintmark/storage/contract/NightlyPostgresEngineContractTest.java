package io.mintmark.storage.contract;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import org.jspecify.annotations.Nullable;

/** The contract on tables of PostgreSQL, behind the engine that a server has. */
class NightlyPostgresEngineContractTest extends StorageContract {
    private @Nullable String url;

    @Override
    protected StorageEngine start() {
        if (url == null) {
            url = TestPostgres.fresh();
        }
        return TestEngine.open(url);
    }
}
