package io.mintmark.server.databases;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.postgresql.PostgresEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Json;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A creation that fails at its end takes back only the life that it made, and only if nobody used that. */
@Timeout(60)
class UndoneCreationTest {
    private static final byte[] RECORD = "{}".getBytes(US_ASCII);
    private static final Json JSON = new Json(Integer.MAX_VALUE);

    @TempDir
    private Path directory;

    @AutoClose
    @SuppressWarnings("NullAway.Init")
    private Databases node;

    private static Databases over(StorageEngine engine) {
        return new Databases(engine, JSON, InstantSource.system(), Limits.DEFAULT);
    }

    /** Returns the same engine, which does {@code before} before a verb; that may throw. */
    private static StorageEngine hooked(StorageEngine engine, BiConsumer<String, Object[]> before) {
        return (StorageEngine) Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(), new Class<?>[] {StorageEngine.class}, (proxy, method, given) -> {
                    before.accept(method.getName(), given);
                    try {
                        return method.invoke(engine, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static StorageUnreachableException cut() {
        return new StorageUnreachableException("The wire is cut.", new IllegalStateException());
    }

    private static long reserve(Storage storage) {
        return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, null))
                .high();
    }

    /** What another node does with the database while this one opens it. */
    private interface Meanwhile {
        void with(StorageEngine engine, DatabaseEntry entry);
    }

    private void failingAtTheEnd(StorageEngine engine, Meanwhile meanwhile) {
        AtomicInteger openings = new AtomicInteger();
        node = over(hooked(engine, (verb, given) -> {
            if (verb.equals("open") && openings.incrementAndGet() == 1) {
                meanwhile.with(engine, (DatabaseEntry) given[0]);
                throw cut();
            }
        }));
    }

    private void keepsWhatWasUsed(StorageEngine engine) {
        failingAtTheEnd(engine, (other, entry) -> {
            try (Storage there = other.open(entry)) {
                assertThat(reserve(there)).isEqualTo(32);
            }
        });

        DatabaseEntry created = node.create("shop", RECORD, Party.NOBODY);

        assertThat(engine.database("shop")).as("it was created, and is used").contains(created);
    }

    @Test
    void shouldKeepADatabaseThatWasUsedMeanwhile() {
        keepsWhatWasUsed(new MemoryEngine());
    }

    @Test
    void shouldKeepADatabaseThatAnotherNodeUsedMeanwhile() {
        String url = TestPostgres.fresh();
        PostgresEngine other = TestEngine.open(url, "B");
        try {
            PostgresEngine engine = TestEngine.open(url, "A");
            failingAtTheEnd(engine, (any, entry) -> {
                try (Storage there = other.open(entry)) {
                    assertThat(reserve(there)).isEqualTo(32);
                }
            });

            DatabaseEntry created = node.create("shop", RECORD, Party.NOBODY);

            assertThat(engine.database("shop")).contains(created);
            assertThat(reserve(node.require("shop").storage())).isEqualTo(64);
        } finally {
            other.close();
        }
    }

    private void takesBackWhatNobodyUsed(StorageEngine engine) {
        failingAtTheEnd(engine, (other, entry) -> {});

        assertThatThrownBy(() -> node.create("shop", RECORD, Party.NOBODY))
                .isInstanceOf(StorageUnreachableException.class);
        assertThat(engine.database("shop")).isEmpty();
        assertThat(node.find("shop")).isEmpty();

        node.create("shop", RECORD, Party.NOBODY);
        assertThat(reserve(node.require("shop").storage())).isEqualTo(32);
    }

    @Test
    void shouldTakeBackADatabaseThatNobodyUsed() {
        takesBackWhatNobodyUsed(new MemoryEngine());
    }

    @Test
    void shouldTakeBackADatabaseInADirectoryThatNobodyUsed() {
        takesBackWhatNobodyUsed(SqliteEngine.open(TestStore.settings(directory)));
    }

    @Test
    void shouldTakeBackADatabaseInPostgresThatNobodyUsed() {
        takesBackWhatNobodyUsed(TestEngine.open(TestPostgres.fresh(), "A"));
    }

    @Test
    void shouldNotTakeBackALifeThatSomebodyElseMade() {
        MemoryEngine engine = new MemoryEngine();
        failingAtTheEnd(engine, (other, entry) -> {
            other.delete("shop", Removal.ERASE);
            other.create("shop", RECORD);
        });

        assertThatThrownBy(() -> node.create("shop", RECORD, Party.NOBODY))
                .isInstanceOf(StorageUnreachableException.class);

        assertThat(engine.database("shop")).as("the other one's").isPresent();
    }

    /** A request of the same server may come between the creation and its end, on any engine. */
    @Test
    void shouldKeepADatabaseInADirectoryThatAnotherRequestUsedMeanwhile() {
        SqliteEngine engine = SqliteEngine.open(TestStore.settings(directory));
        AtomicInteger creations = new AtomicInteger();
        Party failing = new Party("creator", () -> {
            if (creations.incrementAndGet() == 1) {
                assertThat(reserve(node.require("shop").storage())).isEqualTo(32);
                throw cut();
            }
        });
        node = over(engine);

        DatabaseEntry created = node.create("shop", RECORD, failing);

        assertThat(engine.database("shop")).contains(created);
        assertThat(reserve(node.require("shop").storage())).isEqualTo(64);
    }

    @Test
    void shouldSayThatItIsUnknownWhereItCannotBeTakenBack() {
        MemoryEngine engine = new MemoryEngine();
        node = over(hooked(engine, (verb, given) -> {
            if (verb.equals("open") || verb.equals("takeBack")) {
                throw cut();
            }
        }));

        assertThatThrownBy(() -> node.create("shop", RECORD, Party.NOBODY))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The database shop was created, but could not be opened, and may be there or not")
                .hasMessageContaining("Look for it before you create it again.");
        assertThat(engine.database("shop")).isPresent();
    }

    /** Only the answer was lost, so who looked before and was told that there is none must not be told so for ever. */
    @Test
    void shouldFindADatabaseThatWasMadeThoughItsCreationFailed() {
        SqliteEngine engine = SqliteEngine.open(TestStore.settings(directory));
        node = over(hooked(engine, (verb, given) -> {
            if (verb.equals("create")) {
                DatabaseEntry made = engine.create((String) given[0], (byte[]) given[1]);
                throw new StorageFailedException("Nobody knows what became of " + made.name() + '.');
            }
        }));
        assertThat(node.find("shop")).isEmpty();

        assertThatThrownBy(() -> node.create("shop", RECORD, Party.NOBODY)).isInstanceOf(StorageFailedException.class);

        assertThat(node.find("shop")).isPresent();
    }
}
