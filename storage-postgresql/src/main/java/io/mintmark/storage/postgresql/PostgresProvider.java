package io.mintmark.storage.postgresql;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.engine.EngineProvider;
import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.engine.StoreAddress;
import io.mintmark.storage.engine.StoreMaintenance;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import java.time.InstantSource;

/** PostgreSQL, whose stores several nodes share. Stateless. */
public final class PostgresProvider implements EngineProvider {
    @Override
    public String scheme() {
        return PostgresAddress.PREFIX;
    }

    @Override
    public String example() {
        return "jdbc:postgresql://127.0.0.1/mintmark";
    }

    @Override
    public StorageEngine open(StoreAddress store, NodeSettings node) {
        return PostgresEngine.open(new PostgresSettings(PostgresAddress.of(store), node));
    }

    @Override
    public StoreMaintenance maintenance(StoreAddress store, InstantSource clock) {
        return new PostgresMaintenance(PostgresAddress.of(store));
    }
}
