package io.mintmark.storage.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of the open storages gives way to another. */
class OpenStoragesTest {
    private static final int PLACES = 64;
    private static final int DATABASES = 2 * PLACES;
    /** Half of them close a storage; of the sorts of 64 by times that change, one in fifty fails. */
    private static final int USES = Effort.of("uses of databases beyond their places", 400, 1_000, 10_000);

    private static final byte[] RECORD = {'{', '}'};

    @TempDir
    Path directory;

    private static Limits limits(int openMax, Duration idleMax, Duration waitMax) {
        return Limits.DEFAULT.with(new Limits.Databases(openMax, idleMax)).with(new Limits.Requests(1, 1, waitMax));
    }

    /** Each reading of the time is another one, as if all were used while they are compared; no disk is waited for. */
    @Test
    void shouldFindAPlaceWhileOthersAreUsed() {
        Random times = new Random(Seed.fresh("places beside uses"));
        Limits limits = limits(PLACES, Duration.ofDays(1), Duration.ofDays(1));
        try (StorageEngine engine = new MemoryEngine();
                OpenStorages places = new OpenStorages(limits, () -> times.nextLong(1L << 40))) {
            StorageOnDemand[] storages = IntStream.range(0, DATABASES)
                    .mapToObj(i -> storage(engine, engine.create("db" + i, RECORD), places))
                    .toArray(StorageOnDemand[]::new);
            for (int i = 0; i < USES; i++) {
                assertThat(storages[i % storages.length].reads().lastEtag()).isZero();
                assertThat(places.count()).isLessThanOrEqualTo(PLACES);
            }
            for (StorageOnDemand storage : storages) {
                storage.close();
            }
            assertThat(places.count()).isZero();
        }
    }

    /** Each attempt takes seconds, and requests would wait for those before them. */
    @Test
    void shouldTryAnEngineThatCannotBeReachedOnceASecond() {
        AtomicInteger attempts = new AtomicInteger();
        AtomicLong now = new AtomicLong();
        Limits limits = limits(1, Duration.ofDays(1), Duration.ofDays(1));
        try (StorageEngine engine = SqliteEngine.open(settings());
                OpenStorages places = new OpenStorages(limits, now::get)) {
            DatabaseEntry entry = engine.create("db", RECORD);
            Supplier<Storage> opener = () -> {
                if (attempts.incrementAndGet() < 3) {
                    throw new StorageUnreachableException("nobody answers", new IllegalStateException());
                }
                return engine.open(entry);
            };
            try (StorageOnDemand storage = new StorageOnDemand("db", opener, places)) {
                for (int second = 1; second < 3; second++) {
                    for (int i = 0; i < 5; i++) {
                        assertThatThrownBy(storage.reads()::lastEtag)
                                .isInstanceOf(StorageUnreachableException.class)
                                .hasMessage("nobody answers");
                    }
                    assertThat(attempts).hasValue(second);
                    now.addAndGet(1_000_000_000);
                }

                assertThat(storage.reads().lastEtag()).isZero();
                assertThat(attempts).hasValue(3);
            }
        }
    }

    /** A request that waits for a file to be opened must not keep others from computing. */
    @Test
    void shouldLetThePartyKnowBeforeItOpensAndOnlyThen() {
        AtomicInteger waits = new AtomicInteger();
        Party party = new Party("a", waits::incrementAndGet);
        Limits limits = limits(1, Duration.ofDays(1), Duration.ofDays(1));
        try (StorageEngine engine = SqliteEngine.open(settings());
                OpenStorages places = new OpenStorages(limits, Ticker.SYSTEM);
                StorageOnDemand storage = storage(engine, engine.create("db", RECORD), places)) {
            storage.openFor(party);
            assertThat(waits).hasValue(1);

            storage.openFor(party);
            assertThat(waits).hasValue(1);

            assertThat(storage.closeIfUnused()).isTrue();
            storage.openFor(party);
            assertThat(waits).hasValue(2);
        }
    }

    /** A backup reads a database for minutes, and asks it for nothing. */
    @Test
    void shouldNotCloseADatabaseWhoseImageIsRead() {
        Limits limits = limits(1, Duration.ofDays(1), Duration.ofDays(1));
        try (StorageEngine engine = SqliteEngine.open(settings());
                OpenStorages places = new OpenStorages(limits, Ticker.SYSTEM);
                StorageOnDemand storage = storage(engine, engine.create("db", RECORD), places)) {
            try (Image image = storage.image(1 << 20)) {
                assertThat(storage.closeIfUnused()).isFalse();
                assertThat(image.read(new byte[4_096])).isEqualTo(4_096);
            }
            assertThat(storage.closeIfUnused()).isTrue();
        }
    }

    /** One that stayed open would keep its numbers, its files and its writer beside the one that is opened next. */
    @Test
    void shouldCloseAStorageAlsoWhereWhatFollowsItFails() {
        AtomicInteger closed = new AtomicInteger();
        StorageFollower failing = new StorageFollower() {
            @Override
            public void closing() {
                throw new IllegalStateException("made by a test");
            }
        };
        try (StorageEngine engine = new MemoryEngine();
                OpenStorages places =
                        new OpenStorages(limits(1, Duration.ofDays(1), Duration.ofDays(1)), Ticker.SYSTEM)) {
            DatabaseEntry entry = engine.create("db", RECORD);
            StorageOnDemand storage =
                    new StorageOnDemand("db", () -> counted(engine.open(entry), closed), places, failing);
            assertThat(storage.reads().lastEtag()).isZero();

            assertThat(storage.closeIfUnused()).isTrue();

            assertThat(closed).hasValue(1);
            assertThat(places.count()).isZero();
        }
    }

    private static Storage counted(Storage storage, AtomicInteger closed) {
        return Intercepted.of(Storage.class, storage, (method, arguments, call) -> {
            int ignored = method.equals("close") ? closed.incrementAndGet() : 0;
            return call.make(arguments);
        });
    }

    @Test
    void shouldGoOnClosingIdleStoragesAfterASweepThatFailedInAnyWay() throws InterruptedException {
        AtomicBoolean failed = new AtomicBoolean();
        Ticker ticker = () -> {
            if (Thread.currentThread().getName().equals("mintmark-idle-databases") && !failed.getAndSet(true)) {
                throw new StackOverflowError("made by a test");
            }
            return Ticker.SYSTEM.nanos();
        };
        Limits limits = limits(1, Duration.ofMillis(40), Duration.ofDays(1));
        try (StorageEngine engine = SqliteEngine.open(settings());
                OpenStorages places = new OpenStorages(limits, ticker);
                StorageOnDemand storage = storage(engine, engine.create("db", RECORD), places)) {
            assertThat(storage.reads().lastEtag()).isZero();

            Eventually.until("it was swept", () -> failed.get() && places.count() == 0);
        }
    }

    @Test
    void shouldCountOpeningsThatFoundNoPlace() {
        Limits limits = limits(1, Duration.ofDays(1), Duration.ofMillis(20));
        try (StorageEngine engine = SqliteEngine.open(settings());
                OpenStorages places = new OpenStorages(limits, Ticker.SYSTEM)) {
            DatabaseEntry entry = engine.create("first", RECORD);
            try (StorageOnDemand first = new StorageOnDemand("first", () -> failed(engine.open(entry)), places);
                    StorageOnDemand second = storage(engine, engine.create("second", RECORD), places)) {
                assertThat(first.hasFailed()).as("it is not opened to be asked").isFalse();
                assertThat(first.reads().lastEtag()).isZero();
                assertThat(first.hasFailed()).isTrue();
                assertThat(places.turnedAway()).isZero();

                assertThatThrownBy(second.reads()::lastEtag).isInstanceOf(StorageBusyException.class);
                assertThat(places.turnedAway()).isEqualTo(1);
                assertThat(second.hasFailed()).as("it is only out of luck").isFalse();
            }
        }
    }

    /** The same storage, but that it says that it failed: such a one is never closed for another one. */
    private static Storage failed(Storage storage) {
        return Intercepted.of(
                Storage.class,
                storage,
                (method, arguments, call) -> method.equals("hasFailed") ? (Object) true : call.make(arguments));
    }

    private SqliteSettings settings() {
        return new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, InstantSource.system());
    }

    private static StorageOnDemand storage(StorageEngine engine, DatabaseEntry entry, OpenStorages places) {
        return new StorageOnDemand(entry.name(), () -> engine.open(entry), places);
    }
}
