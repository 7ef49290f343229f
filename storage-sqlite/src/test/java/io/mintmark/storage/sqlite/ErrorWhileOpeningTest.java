package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.RandomBytes;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error at each connection and each statement in turn, while a directory or a database opens: nothing stays open. */
class ErrorWhileOpeningTest {
    private static final byte[] RECORD = {'{', '}'};
    private static final List<Supplier<Error>> ERRORS = List.of(
            () -> new OutOfMemoryError("made by the test"),
            () -> new StackOverflowError("made by the test"),
            () -> new AssertionError("made by the test"));
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    private Path directory;

    private static SqliteEngine open(Path data, ConnectionOpener opener) {
        return SqliteEngine.open(TestStore.settings(data), opener, RandomBytes.secure());
    }

    /** Returns whether {@code opening} was let through, so that there is no later step to fail at. */
    private boolean isLetThrough(FailingOpener opener, int step, Callable<? extends AutoCloseable> opening)
            throws Exception {
        Error error = ERRORS.get(step % ERRORS.size()).get();
        opener.failAt(step, error);
        try (AutoCloseable opened = opening.call()) {
            opener.failNoMore();
            assertThat(opened).isNotNull();
            return true;
        } catch (Error | RuntimeException e) {
            assertThat(e == error || e.getCause() == error).as("told: %s", e).isTrue();
            return false;
        } finally {
            opener.failNoMore();
        }
    }

    @ParameterizedTest(name = "after the statement: {0}")
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingOpenWhereADatabaseFailedToOpen(boolean after) throws Exception {
        FailingOpener opener = new FailingOpener(after);
        int step = 0;
        try (SqliteEngine engine = open(directory, opener)) {
            DatabaseEntry shop = engine.create("shop", RECORD);
            int before = opener.open();
            Set<String> files = openFiles("database-");
            boolean through = false;
            while (!through) {
                step++;
                through = isLetThrough(opener, step, () -> engine.open(shop));
                assertThat(opener.open()).as("connections after step %d", step).isEqualTo(before);
                assertThat(openFiles("database-"))
                        .as("files after step %d", step)
                        .isEqualTo(files);
                assertThat(threadsLeft()).as("threads after step %d", step).isEmpty();
            }
            try (Storage storage = engine.open(shop)) {
                assertThat(storage.hasFailed()).isFalse();
            }
        }
        assertThat(step).as("steps of opening a database").isGreaterThan(40);
    }

    @ParameterizedTest(name = "after the statement: {0}")
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingOpenWhereADatabaseFailedToClose(boolean after) throws Exception {
        FailingOpener opener = new FailingOpener(after);
        try (SqliteEngine engine = open(directory, opener)) {
            DatabaseEntry shop = engine.create("shop", RECORD);
            int before = opener.open();
            for (int step = 1; step <= 10; step++) {
                Storage storage = engine.open(shop);
                opener.failAt(step, new AssertionError("made by the test"));
                storage.close();
                opener.failNoMore();
                assertThat(opener.open()).as("connections after step %d", step).isEqualTo(before);
                assertThat(openFiles("database-"))
                        .as("files after step %d", step)
                        .isEmpty();
                assertThat(threadsLeft()).as("threads after step %d", step).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "after the statement: {0}")
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingOpenWhereADirectoryFailedToOpen(boolean after) throws Exception {
        FailingOpener opener = new FailingOpener(after);
        int step = 0;
        boolean through = false;
        while (!through) {
            step++;
            through = isLetThrough(opener, step, () -> open(directory, opener));
            assertThat(opener.open()).as("connections after step %d", step).isZero();
            assertThat(openFiles("")).as("files after step %d", step).isEmpty();
        }
        open(directory, opener).close();
        assertThat(step).as("steps of opening a directory").isGreaterThan(20);
    }

    @ParameterizedTest(name = "after the statement: {0}")
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingOpenWhereAJournalFailedToOpen(boolean after) throws Exception {
        FailingOpener opener = new FailingOpener(after);
        int step = 0;
        boolean through = false;
        while (!through) {
            step++;
            through = isLetThrough(opener, step, () -> JournalFile.open(directory, Limits.DEFAULT, 1_000, opener));
            assertThat(opener.open()).as("connections after step %d", step).isZero();
            assertThat(openFiles("")).as("files after step %d", step).isEmpty();
            assertThat(threadsOf("journal")).as("threads after step %d", step).isEmpty();
        }
        assertThat(step).as("steps of opening a journal").isGreaterThan(15);
    }

    /** The control: what the test looks at shows what is open. */
    @Test
    void shouldSeeWhatIsOpen() throws Exception {
        FailingOpener opener = new FailingOpener(false);
        try (SqliteEngine engine = open(directory, opener);
                Storage shop = engine.open(engine.create("shop", RECORD))) {
            assertThat(shop.hasFailed()).isFalse();
            assertThat(opener.open()).isGreaterThan(3);
            assertThat(threadsOf("shop")).contains("mintmark-writer-shop");
            if (Files.exists(OPEN_FILES)) {
                assertThat(openFiles("")).contains("lock", "database-1.sqlite", "catalog.sqlite-wal");
            }
        }
    }

    /** The pool of connections for reads ends its thread a moment after it says that it is closed. */
    private static Set<String> threadsLeft() {
        boolean ignored = Eventually.happens(
                Duration.ofSeconds(5), () -> threadsOf("shop").isEmpty());
        return threadsOf("shop");
    }

    private static Set<String> threadsOf(String database) {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("mintmark-") && name.contains("-" + database))
                .forEach(names::add);
        return names;
    }

    /** Returns the names of this directory's files that this process has open, where the system shows them. */
    private Set<String> openFiles(String prefix) throws IOException {
        Set<String> names = new TreeSet<>();
        if (Files.exists(OPEN_FILES)) {
            Path real = directory.toRealPath();
            try (Stream<Path> open = Files.list(OPEN_FILES)) {
                for (Path file : open.toList()) {
                    target(file)
                            .filter(target -> real.equals(target.getParent()))
                            .map(target -> String.valueOf(target.getFileName()))
                            .filter(name -> name.startsWith(prefix))
                            .forEach(names::add);
                }
            }
        }
        return names;
    }

    private static Stream<Path> target(Path file) {
        try {
            return Stream.of(Files.readSymbolicLink(file));
        } catch (IOException closedMeanwhile) {
            return Stream.empty();
        }
    }
}
