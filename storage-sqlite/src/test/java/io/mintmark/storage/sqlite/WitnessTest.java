package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory is restored from an older copy of itself, with a witness beside it or without one. */
class WitnessTest {
    @TempDir
    Path root;

    private Path data;
    private Path copy;
    private Path witness;

    @BeforeEach
    void name() {
        data = root.resolve("data");
        copy = root.resolve("copy");
        witness = root.resolve("witness");
    }

    private TestStore open() {
        return TestStore.open(TestStore.settings(data).with(witness), ConnectionOpener.DRIVER);
    }

    private Lease reserveBackUpReserveRestore() throws IOException {
        try (TestStore store = open()) {
            store.reserve("orders");
        }
        Folders.copy(data, copy);
        Lease later;
        try (TestStore store = open()) {
            later = store.reserve("orders");
        }
        Folders.copy(copy, data);
        return later;
    }

    @Test
    void shouldRefuseAnOlderCopyUntilItWasRaised() throws IOException {
        Lease later = reserveBackUpReserveRestore();

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("is an older copy")
                .hasMessageContaining("mintmark raise");

        try (SqliteEngine engine = SqliteEngine.open(TestStore.settings(data))) {
            DatabaseEntry entry = engine.database(TestStore.NAME).orElseThrow();
            assertThat(engine.raise(entry, 1_000, Progress.NONE).incarnation()).isEqualTo(2);
        }
        try (TestStore store = open()) {
            assertThat(store.reserve("orders").low()).isGreaterThan(later.high());
        }
    }

    @Test
    void shouldRefuseACatalogThatMissesADatabaseUntilItWasRaised() throws IOException {
        open().close();
        Folders.copy(data, copy);
        Lease lost;
        try (SqliteEngine engine = SqliteEngine.open(TestStore.settings(data).with(witness))) {
            lost = first(engine, "later");
        }
        Files.delete(data.resolve("database-2.sqlite"));
        Folders.copy(copy, data);

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The catalog of databases is an older copy")
                .hasMessageContaining("mintmark raise --all");

        try (SqliteEngine engine = SqliteEngine.openRestored(TestStore.settings(data))) {
            engine.raiseWhatIsShared(1_000);
            RestoredStore.Raised ignored =
                    engine.raise(engine.database(TestStore.NAME).orElseThrow(), 1_000, Progress.NONE);
        }
        try (SqliteEngine engine = SqliteEngine.open(TestStore.settings(data).with(witness))) {
            assertThat(first(engine, "later").low()).isGreaterThan(lost.high()).isEqualTo(1_001);
        }
        open().close();
    }

    private static Lease first(SqliteEngine engine, String name) {
        try (Storage storage = engine.open(engine.create(name, new byte[] {'{', '}'}))) {
            return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
        }
    }

    /** The twin: nothing newer is known, so nothing is noticed. */
    @Test
    void shouldRepeatNumbersOfAnOlderCopyWithoutAWitness() throws IOException {
        Lease later = reserveBackUpReserveRestore();

        try (TestStore store = TestStore.open(data)) {
            assertThat(store.reserve("orders").low()).isEqualTo(later.low());
        }
    }

    /** The disk of the data is not mounted, say, and the server would begin with an empty directory. */
    @Test
    void shouldRefuseAnotherDirectoryThanTheOneItHasSeen() throws IOException {
        open().close();
        Files.move(data, root.resolve("unmounted"));

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll(
                        "has seen another list of databases", "Mount the right disk", witness.toString());

        Files.delete(witness);
        open().close();
    }

    /** The twin: without a witness nobody knows that there was more. */
    @Test
    void shouldBeginAnewInAnEmptyDirectoryWithoutAWitness() throws IOException {
        Lease before;
        try (TestStore store = TestStore.open(data)) {
            before = store.reserve("orders");
        }
        Files.move(data, root.resolve("unmounted"));

        try (TestStore store = TestStore.open(data)) {
            assertThat(store.reserve("orders").low()).isEqualTo(before.low());
        }
    }

    @Test
    void shouldSeeWhatACrashLeft() throws IOException {
        Path crashed = root.resolve("crashed");
        try (TestStore store = open()) {
            store.reserve("orders");
            TestStore.crashInto(data, crashed);
        }

        try (TestStore store = TestStore.open(TestStore.settings(crashed).with(witness), ConnectionOpener.DRIVER)) {
            assertThat(store.reserve("orders").low()).isEqualTo(33);
        }
    }

    @Test
    void shouldRefuseAPlaceThatIsRestoredWithTheData() {
        assertThatThrownBy(() ->
                        TestStore.open(TestStore.settings(data).with(data.resolve("witness")), ConnectionOpener.DRIVER))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("must lie outside of the data directory");
    }

    @Test
    void shouldRefuseAFileThatIsNoWitness() throws IOException {
        Files.writeString(witness, "hello\n");

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("has a line that is none: 'hello'");

        Files.delete(witness);
        open().close();
    }
}
