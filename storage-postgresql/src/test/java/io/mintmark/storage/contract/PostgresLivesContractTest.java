package io.mintmark.storage.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.postgresql.PostgresEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Lives of a name behind the engine that a server has, whose list of databases is a table. */
@Timeout(60)
class PostgresLivesContractTest implements LivesContract {
    private PostgresEngine engine;
    private Storage storage;

    @BeforeEach
    void start() {
        engine = TestEngine.openWithoutRangesAhead(TestPostgres.fresh(), "A");
        open();
    }

    @AfterEach
    void stop() {
        if (engine != null) {
            storage.close();
            engine.close();
        }
    }

    private void open() {
        storage = engine.open(engine.database("shop").orElseGet(() -> engine.create("shop", "{}".getBytes(UTF_8))));
    }

    @Override
    public Storage storage() {
        return storage;
    }

    @Override
    public void reopen() {
        storage.close();
        open();
    }

    @Override
    public void recreate() {
        storage.close();
        boolean ignored = engine.delete("shop", Removal.ERASE);
        open();
    }

    @Override
    public void listen() {
        throw new UnsupportedOperationException("nobody listens here");
    }

    @Override
    public List<DocumentChange> heard() {
        throw new UnsupportedOperationException("nobody listens here");
    }
}
