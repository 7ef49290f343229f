package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.write.IdentityRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that a running node had closed for a while is held against its witness when it is opened again. */
@Timeout(60)
class WitnessedStoragesTest {
    @TempDir
    private Path directory;

    private final String url = TestPostgres.fresh();

    private PostgresEngine open(ClaimTimes times) {
        return TestEngine.open(url, "A", times, directory.resolve("witness"));
    }

    private void numberOne() {
        PostgresEngine engine = open(TestEngine.QUICK);
        DatabaseEntry shop = engine.create("shop", "{}".getBytes(UTF_8));
        try (Storage storage = engine.open(shop, ChangeListener.NOBODY)) {
            assertThat(storage.write(new IdentityRequest("users", null))).isEqualTo(1);
        } finally {
            engine.close();
        }
    }

    @Test
    void shouldRefuseADatabaseThatWasPutBackWhileItWasClosed() {
        numberOne();
        PostgresEngine engine = open(TestEngine.STOPPED);
        try {
            DatabaseEntry shop = engine.database("shop").orElseThrow();
            TestEngine.run(url, "UPDATE node_state SET groups = groups - 1 WHERE lane = 'counters'");

            assertThatThrownBy(() -> engine.open(shop, ChangeListener.NOBODY))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContainingAll("The store is an older copy: its database shop", "mintmark raise --store");

            assertThat(engine.state()).isEqualTo(EngineState.FENCED);
            assertThat(engine.whyFenced()).contains("older copy");
        } finally {
            engine.close();
        }
    }
}
