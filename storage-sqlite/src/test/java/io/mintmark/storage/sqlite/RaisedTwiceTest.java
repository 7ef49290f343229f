package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.support.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same copy is put back and raised a second time, and does not know of the first time. */
class RaisedTwiceTest {
    @TempDir
    private Path root;

    private Instant now = Instant.now();
    private Path data;
    private Path copy;

    @BeforeEach
    void copyAUsedDirectory() throws IOException {
        data = root.resolve("data");
        copy = root.resolve("copy");
        try (TestStore store = open()) {
            store.reserve("orders");
            assertThat(store.nextIdentity("bills")).isPositive();
        }
        Folders.copy(data, copy);
    }

    private TestStore open() {
        return TestStore.open(data);
    }

    private TestStore openWitnessed() {
        return TestStore.open(TestStore.settings(data).with(root.resolve("witness")), ConnectionOpener.DRIVER);
    }

    private void putBack() throws IOException {
        Folders.delete(data);
        Folders.copy(copy, data);
    }

    /** As {@code mintmark raise --all} does it without an amount. */
    private void raise() {
        try (RestoredStore restored = new SqliteMaintenance(data, () -> now).openRestored()) {
            raise(restored, restored.least(TestStore.NAME).by());
        }
    }

    private void raise(long by) {
        try (RestoredStore restored = new SqliteMaintenance(data, () -> now).openRestored()) {
            raise(restored, by);
        }
    }

    private static void raise(RestoredStore restored, long by) {
        restored.raiseWhatIsShared(by);
        RestoredStore.Raised ignored = restored.raise(TestStore.NAME, by, Progress.NONE);
    }

    /** Lets so many hours pass in which a counter takes all that the default reckons with. */
    private long useFor(int hours) {
        try (TestStore store = open()) {
            long first = store.reserve("orders").low();
            store.storage.write(new CounterRaise(CounterName.ofTag("orders"), first + hours * 12_000L * 3_600));
            now = now.plus(Duration.ofHours(hours));
            return store.reserve("orders").high();
        }
    }

    @Test
    void shouldRaiseACopyWithoutAHistoryAboveWhatTheFirstTimeGave() throws IOException {
        putBack();
        raise();
        long given = useFor(3);

        putBack();
        raise();

        try (TestStore store = open()) {
            assertThat(store.reserve("orders").low()).isGreaterThan(given);
        }
    }

    @Test
    void shouldRaiseAFileAloneAboveWhereItsCatalogSawItRaisedTo() throws IOException {
        raise(1L << 40);
        long given;
        try (TestStore store = open()) {
            given = store.reserve("orders").high();
        }
        Files.copy(TestStore.file(copy), TestStore.file(data), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(this::open).hasMessageContaining("is an older copy");

        raise();

        try (TestStore store = open()) {
            assertThat(store.reserve("orders").low()).isGreaterThan(given);
        }
    }

    @Test
    void shouldNotServeWhatWasRaisedAsBeforeWhereAWitnessSawIdentitiesSince() throws IOException {
        putBack();
        raise(1_000);
        long given;
        try (TestStore store = openWitnessed()) {
            given = store.nextIdentity("bills");
        }
        putBack();
        raise(1_000);

        assertThatThrownBy(this::openWitnessed)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("is an older copy")
                .hasMessageContaining("mintmark raise");

        raise(1_000);
        try (TestStore store = openWitnessed()) {
            assertThat(store.nextIdentity("bills")).isGreaterThan(given);
        }
    }

    /** The twin: the same raise again, where nobody knows of the first one. */
    @Test
    void shouldRepeatWhatTheSameRaiseGave() throws IOException {
        putBack();
        raise(1_000);
        long given;
        try (TestStore store = open()) {
            given = store.nextIdentity("bills");
        }
        putBack();
        raise(1_000);

        try (TestStore store = open()) {
            assertThat(store.nextIdentity("bills")).isEqualTo(given);
        }
    }
}
