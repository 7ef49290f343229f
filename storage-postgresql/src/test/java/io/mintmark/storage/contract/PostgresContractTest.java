package io.mintmark.storage.contract;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.postgresql.ListedInMemory;
import io.mintmark.storage.postgresql.TestCluster;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract on tables of PostgreSQL; each test begins with a database of its own in them. */
class PostgresContractTest extends StorageContract implements LeasesContract, KeysContract {
    @AutoClose
    private static @Nullable TestCluster cluster;

    private final ListedInMemory engine = new ListedInMemory(Objects.requireNonNull(cluster));

    @BeforeAll
    static void layOut() {
        cluster = new TestCluster();
    }

    @Override
    protected StorageEngine start() {
        return engine.restarted();
    }
}
