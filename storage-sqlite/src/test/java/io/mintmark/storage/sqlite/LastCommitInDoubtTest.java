package io.mintmark.storage.sqlite;

import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.DAMAGED;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.IN_DOUBT;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.SOUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.LogInspection;
import io.mintmark.storage.sqlite.file.LogInspection.Verdict;
import io.mintmark.storage.sqlite.write.GroupAdvance;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bit flips in the last commit of a log that a crash left: nobody can tell that it was acknowledged. */
class LastCommitInDoubtTest {
    private static final int A_BIT = 4_003;

    /** Every kind of number that is given out, as a number. */
    private enum Kind {
        RANGE(store -> store.reserve("orders").low(), GroupAdvance.MAX + 32),
        IDENTITY(store -> store.nextIdentity("users"), GroupAdvance.MAX + 1),
        SERVER_SIDE_ID(LastCommitInDoubtTest::serverSide, GroupAdvance.MAX + 1_000);

        final ToLongFunction<TestStore> take;
        final long furthest;

        Kind(ToLongFunction<TestStore> take, long furthest) {
            this.take = take;
            this.furthest = furthest;
        }
    }

    @TempDir
    Path directory;

    @AutoClose
    private TestStore store;

    @BeforeEach
    void open() {
        store = TestStore.open(directory.resolve("data"));
        for (Kind kind : Kind.values()) {
            assertThat(kind.take.applyAsLong(store)).isEqualTo(kind == Kind.SERVER_SIDE_ID ? 2 : 1);
        }
    }

    private static long serverSide(TestStore store) {
        String id = store.put("things/").id().text();
        return Long.parseLong(id.substring("things/".length(), id.length() - "-A".length()));
    }

    /** Returns a copy of what a crash leaves now, with a bit flipped in the first page of a late commit. */
    private Path flipped(String name, int fromLast) throws IOException {
        Path copy = directory.resolve(name);
        TestStore.crashInto(directory.resolve("data"), copy);
        Flips.flipInCommit(TestStore.file(copy), fromLast, A_BIT);
        return copy;
    }

    private static Verdict verdict(Path copy) throws IOException {
        return LogInspection.of(Flips.wal(TestStore.file(copy))).verdict();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveOutNothingTwice(Kind kind) throws IOException {
        long acknowledged = kind.take.applyAsLong(store);
        Path copy = flipped("copy", 1);
        assertThat(verdict(copy)).isEqualTo(IN_DOUBT);

        try (TestStore reopened = TestStore.open(copy)) {
            long next = kind.take.applyAsLong(reopened);
            assertThat(next).isGreaterThan(acknowledged).isLessThanOrEqualTo(acknowledged + kind.furthest);
            for (Kind other : Kind.values()) {
                assertThat(other.take.applyAsLong(reopened)).as("%s", other).isGreaterThan(GroupAdvance.MAX);
            }
        }
    }

    /** The broken twin believes what SQLite reads, as if there were nothing after the break. */
    @Test
    void shouldCatchAStartThatBelievesWhatSqliteReads() throws IOException, SQLException {
        long acknowledged = store.reserve("orders").low();
        Path copy = flipped("copy", 1);

        try (Connection plain = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(copy))) {
            long max = Statements.one(plain, "SELECT max FROM counter WHERE key LIKE '%orders'");
            assertThat(max + 1).as("what it would give out").isEqualTo(acknowledged);
        }
    }

    @Test
    void shouldHaveASecondCommitBehindANewCounterSoThatItIsNeverTheOneInDoubt() throws IOException {
        int before = Flips.commits(TestStore.file(directory.resolve("data")));
        long acknowledged = store.reserve("new").high();
        assertThat(Flips.commits(TestStore.file(directory.resolve("data")))).isEqualTo(before + 2);

        Path last = flipped("last", 1);
        assertThat(verdict(last)).isEqualTo(IN_DOUBT);
        try (TestStore reopened = TestStore.open(last)) {
            assertThat(reopened.reserve("new").low()).isGreaterThan(acknowledged);
        }
        Path itself = flipped("itself", 2);
        assertThat(verdict(itself)).isEqualTo(DAMAGED);
        assertRefused(itself);
    }

    @Test
    void shouldHaveASecondCommitBehindANumberThatMovedFar() throws IOException {
        long far = store.storage
                .write(new CounterRaise(CounterName.ofTag("orders"), 50_000_000))
                .last();

        Path last = flipped("last", 1);
        try (TestStore reopened = TestStore.open(last)) {
            assertThat(reopened.reserve("orders").low()).isGreaterThan(far);
        }
        assertRefused(flipped("itself", 2));
    }

    @Test
    void shouldHaveASecondCommitBehindANewIdentity() throws IOException {
        long first = store.nextIdentity("new");

        try (TestStore reopened = TestStore.open(flipped("last", 1))) {
            assertThat(reopened.nextIdentity("new")).isGreaterThan(first);
        }
        assertRefused(flipped("itself", 2));
    }

    /** The raise itself overwrites what tells of the doubt in the log; a power cut may leave it without its last frame. */
    @Test
    void shouldRaiseAgainWhereAPowerCutTearsTheRaise() throws IOException {
        long acknowledged = store.reserve("orders").high();
        Path first = flipped("first", 1);
        Path second = directory.resolve("second");
        AtomicBoolean raised = new AtomicBoolean();
        Faults.Hook cut = new Faults.Hook() {
            @Override
            public void before(String sql) {}

            @Override
            public void after(String sql) {
                if (sql.equals("COMMIT") && raised.compareAndSet(false, true)) {
                    TestStore.crashInto(first, second);
                }
            }
        };
        TestStore.open(first, Faults.opener(cut)).close();
        Flips.keepFirstFrame(TestStore.file(second));
        assertThat(verdict(second)).isEqualTo(SOUND);

        for (int i = 0; i < 2; i++) {
            try (TestStore reopened = TestStore.open(second)) {
                assertThat(reopened.reserve("orders").low())
                        .isGreaterThan(acknowledged)
                        .isLessThan(GroupAdvance.MAX + 1_000);
            }
        }
    }

    private static void assertRefused(Path copy) {
        assertThatThrownBy(() -> TestStore.open(copy))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The log of the database shop is damaged")
                .hasMessageContaining("mintmark raise");
    }

    /** What is left of a long commit that was dropped lies after a shorter one, and is not to be counted again. */
    @ParameterizedTest(name = "{0} writes before the second crash")
    @ValueSource(ints = {0, 1, 2})
    void shouldNotBeInDoubtAgainAfterASecondCrash(int writes) throws IOException {
        store.put("large", "{\"text\":\"" + "x".repeat(200_000) + "\"}");
        assertNotInDoubtAgain(writes);
    }

    /** The first commit of a generation: no frame of it is valid, so there is nothing to copy before the log is used again. */
    @ParameterizedTest(name = "{0} writes before the second crash")
    @ValueSource(ints = {0, 1, 2})
    void shouldNotBeInDoubtAgainWhereTheFirstCommitOfALogWasLost(int writes) throws IOException {
        store.close();
        store = TestStore.open(directory.resolve("data"));
        store.put("large", "{\"text\":\"" + "x".repeat(200_000) + "\"}");
        assertThat(Flips.commits(TestStore.file(directory.resolve("data")))).isEqualTo(1);
        assertNotInDoubtAgain(writes);
    }

    private void assertNotInDoubtAgain(int writes) throws IOException {
        Path first = flipped("first", 1);
        assertThat(verdict(first)).isEqualTo(IN_DOUBT);
        Path second = directory.resolve("second");
        long last = 0;
        try (TestStore reopened = TestStore.open(first)) {
            for (int i = 0; i < writes; i++) {
                last = reopened.reserve("orders").high();
            }
            TestStore.crashInto(first, second);
        }

        assertThat(verdict(second)).isEqualTo(SOUND);
        try (TestStore reopened = TestStore.open(second)) {
            assertThat(reopened.reserve("orders").low()).isGreaterThan(last).isLessThan(GroupAdvance.MAX + 1_000);
        }
    }
}
