package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.mintmark.document.DocumentId;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.group.GroupCommitWriter;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.support.CallerThreads;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Breaks one execution of SQL after the other, first, second, third, until a run gets through unharmed, and asks each
 * time: does the store stop, does it say so, and was what it acknowledged kept?
 */
class FailingCommitTest {
    private static final int IO_ERROR = 10;
    private static final int ENOUGH = 1_000;
    /** Every execution fails by night; in each build one of three does, and which is left to chance. */
    private static final int APART = Effort.of("executions of SQL, of which the last one fails", 3, 1, 1);

    private static final Logger LOG = (Logger) LoggerFactory.getLogger(GroupCommitWriter.class);

    @TempDir
    Path directory;

    /** Hundreds of expected failures with their stacks would hide the unexpected one. */
    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    /** When the broken execution fails: with or without its effect. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** Fails the n-th execution of what {@code victim} begins with; counts only while armed. */
    private static final class NthFails implements Faults.Hook {
        private final String victim;
        private final Moment moment;
        private final int n;
        private int seen;
        private volatile boolean armed;

        NthFails(String victim, Moment moment, int n) {
            this.victim = victim;
            this.moment = moment;
            this.n = n;
        }

        @Override
        public void before(String sql) throws SQLException {
            if (armed && sql.startsWith(victim) && ++seen == n && moment == Moment.BEFORE) {
                throw broken(sql);
            }
        }

        @Override
        public void after(String sql) throws SQLException {
            if (armed && sql.startsWith(victim) && seen == n && moment == Moment.AFTER) {
                throw broken(sql);
            }
        }

        boolean happened() {
            return seen >= n;
        }

        private static SQLException broken(String sql) {
            return new SQLException("disk I/O error at " + sql, "", IO_ERROR);
        }
    }

    /** What a scenario was told. */
    private static final class Acknowledged {
        final HistoryChecker history = new HistoryChecker();
        final Map<DocumentId, String> versions = new LinkedHashMap<>();
        boolean deletedDraft;
        long repeated;

        void lease(Lease lease, long lastIssued) {
            for (long number = lease.low(); number <= lastIssued; number++) {
                history.issued("orders", number);
            }
        }

        void stored(List<CommandResult> results) {
            for (CommandResult result : results) {
                CommandResult.Stored stored = (CommandResult.Stored) result;
                versions.put(stored.id(), stored.changeVector());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void shouldLoseNothingAcknowledgedWhicheverExecutionFails(Moment moment) {
        int n = 1 + new SplittableRandom(Seed.fresh("the first execution that fails")).nextInt(APART);
        while (n < ENOUGH && failsAt("", moment, n)) {
            n += APART;
        }

        System.out.printf("[n-th] %,d executions failed in turn, %s their effect%n", (n - 1) / APART, moment);
        assertThat(n).as("executions of the scenario").isBetween(30, ENOUGH - 1);
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void shouldLoseNothingAcknowledgedWhicheverCommitFails(Moment moment) {
        int n = 1;
        while (n < ENOUGH && failsAt("COMMIT", moment, n)) {
            n++;
        }

        assertThat(n).as("commits of the scenario").isBetween(8, ENOUGH - 1);
    }

    private boolean failsAt(String victim, Moment moment, int n) {
        Path data = directory.resolve(victim + n);
        Acknowledged acknowledged = new Acknowledged();
        NthFails fault = new NthFails(victim, moment, n);
        TestStore store = TestStore.open(data, Faults.opener(fault));
        try (store) {
            fault.armed = true;
            try {
                scenario(store, acknowledged);
            } catch (StorageFailedException e) {
                assertStopped(store, e, acknowledged);
            } finally {
                fault.armed = false;
            }
        }
        assertNothingLost(data, acknowledged);
        return fault.happened();
    }

    private static void scenario(TestStore store, Acknowledged acknowledged) {
        Lease first = store.reserve("orders");
        acknowledged.lease(first, 10);
        store.giveBack("orders", 10, 32, null);
        acknowledged.lease(store.reserve("orders"), 42);
        acknowledged.stored(store.commit(TestStore.putting("users/"), TestStore.putting("users|")));
        acknowledged.stored(store.commit(TestStore.putting("users/ayende"), TestStore.putting("draft")));
        acknowledged.versions.remove(DocumentId.of("draft"));
        store.delete("draft");
        acknowledged.deletedDraft = true;
        acknowledged.repeated = store.storage.write(new IdentityRequest("bills", "request-1"));
        DocumentContent edited = TestStore.content(HiLoDocument.COLLECTION, "{\"Max\":100}");
        acknowledged.stored(store.commit(TestStore.putting("Raven/Hilo/bills", Expectation.ANYTHING, edited)));
        acknowledged.lease(store.reserve("orders"), 74);
    }

    private static void assertStopped(TestStore store, StorageFailedException failure, Acknowledged acknowledged) {
        assertThat(failure)
                .hasMessageContaining("database " + TestStore.NAME)
                .hasMessageContaining("disk I/O error")
                .hasMessageContaining("restart the server");
        assertThat(store.storage.hasFailed()).isTrue();
        assertThatThrownBy(() -> store.reserve("others")).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> store.put("later")).isInstanceOf(StorageFailedException.class);
        assertDocuments(store, acknowledged);
    }

    private static void assertNothingLost(Path data, Acknowledged acknowledged) {
        try (TestStore reopened = TestStore.open(data)) {
            assertDocuments(reopened, acknowledged);
            if (acknowledged.repeated > 0) {
                assertThat(reopened.storage.write(new IdentityRequest("bills", "request-1")))
                        .isEqualTo(acknowledged.repeated);
            }
            acknowledged.lease(reopened.reserve("orders"), Long.MIN_VALUE);
            Lease next = reopened.reserve("orders");
            acknowledged.lease(next, next.high());
            acknowledged.history.requireNoDuplicates();
            for (String prefix : List.of("users/", "users|")) {
                CommandResult.Stored made = reopened.put(prefix);
                assertThat(acknowledged.versions).doesNotContainKey(made.id());
            }
        }
    }

    private static void assertDocuments(TestStore store, Acknowledged acknowledged) {
        acknowledged.versions.forEach((id, version) -> assertThat(
                        store.storage.reads().read(id))
                .as("%s was acknowledged", id)
                .hasValueSatisfying(found -> assertThat(found.changeVector()).isEqualTo(version)));
        if (acknowledged.deletedDraft) {
            assertThat(store.body("draft")).isNull();
        }
    }

    @Test
    @Timeout(60)
    void shouldFailEveryRequestOfTheGroupWhoseCommitFails() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<String> commits = new ArrayList<>();
        AtomicBoolean armed = new AtomicBoolean();
        Faults.Hook hook = sql -> {
            if (!armed.get() || !sql.equals("COMMIT")) {
                return;
            }
            commits.add(sql);
            if (commits.size() == 1) {
                blocked.countDown();
                Uninterruptibly.run(go::await);
            } else {
                throw new SQLException("disk I/O error", "", IO_ERROR);
            }
        };
        CallerThreads threads = new CallerThreads();
        try (TestStore store = TestStore.open(directory, Faults.opener(hook))) {
            store.reserve("held");
            store.reserve("group");
            armed.set(true);
            CompletableFuture<Lease> held = CompletableFuture.supplyAsync(() -> store.reserve("held"), threads);
            assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
            List<CompletableFuture<Lease>> group = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                group.add(CompletableFuture.supplyAsync(() -> store.reserve("group"), threads));
            }
            threads.awaitAllWait();

            go.countDown();

            assertThat(held.get(10, TimeUnit.SECONDS).low())
                    .as("committed before the fault")
                    .isEqualTo(33);
            for (CompletableFuture<Lease> waiting : group) {
                assertThatThrownBy(waiting::join)
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(StorageFailedException.class);
            }
            assertThat(commits).as("all eight waited for one commit").hasSize(2);
            assertThat(store.body("Raven/Hilo/held")).isEqualTo("{\"Max\":64}");
        }
    }

    /** What cannot even say what it is, as when there is no memory for words. */
    private static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("on purpose");
        }
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    @Timeout(60)
    void shouldKeepNobodyWaitingWhateverTheWriterDiesOf(Moment moment) throws Exception {
        AtomicBoolean armed = new AtomicBoolean();
        Faults.Hook hook = new Faults.Hook() {
            @Override
            public void before(String sql) {
                fail(sql, Moment.BEFORE);
            }

            @Override
            public void after(String sql) {
                fail(sql, Moment.AFTER);
            }

            private void fail(String sql, Moment now) {
                if (now == moment && sql.equals("COMMIT") && armed.get()) {
                    throw new Unspeakable();
                }
            }
        };
        try (TestStore store = TestStore.open(directory, Faults.opener(hook))) {
            store.put("before");
            armed.set(true);

            CompletableFuture<CommandResult.Stored> unknown = CompletableFuture.supplyAsync(() -> store.put("unknown"));

            assertThatThrownBy(() -> unknown.get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("restart the server");
            assertThat(store.storage.hasFailed()).isTrue();
            assertThatThrownBy(() -> store.put("after")).isInstanceOf(StorageFailedException.class);
            assertThat(store.body("before")).isNotNull();
        }
    }
}
