package io.mintmark.indexes.reduce;

import io.mintmark.storage.Storage;
import io.mintmark.storage.postgresql.PostgresStorage;
import io.mintmark.storage.postgresql.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An index over rows in PostgreSQL; each time that it is opened is another claim. */
final class PostgresMapReduceTest extends MapReduceOverStorage {
    private TestCluster cluster;
    private PostgresStorage storage;
    private long epoch;

    @Override
    Storage storage() {
        return storage;
    }

    @Override
    int changes() {
        return 300;
    }

    @Override
    @BeforeEach
    void open() {
        cluster = cluster == null ? new TestCluster() : cluster;
        storage = cluster.open("A", ++epoch);
    }

    @Override
    @AfterEach
    void close() {
        if (storage != null) {
            storage.close();
        }
    }
}
