package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A COMMIT whose answer is lost: the caller gets the true answer all the same, and each thing is done once. */
@Timeout(60)
class UnknownCommitTest {
    private static final int ROUNDS = 12;
    /** Its patience is over soon. */
    private static final Ticker HASTY = () -> 20 * System.nanoTime();

    private static final long TIDIES_AFTER_MILLIS = 2 * 1_000 / 20;

    @AutoClose
    private final TestCluster cluster = new TestCluster();

    @ParameterizedTest
    @EnumSource(WireCutter.Moment.class)
    void shouldTellTheTruthWhereverTheWireIsCut(WireCutter.Moment moment) throws IOException {
        try (WireCutter wire = new WireCutter(WireCutter.portOf(cluster.url()))) {
            PostgresStorage storage = cluster.open("A", 1, cluster.pool(wire.through(cluster.url())));

            long last = 0;
            for (int i = 1; i <= ROUNDS; i++) {
                wire.cutNextCommit(moment);
                long number = storage.write(new IdentityRequest("users", null));
                // What was taken for a run of the group that was undone is a gap.
                assertThat(number).isBetween(last + 1, moment == WireCutter.Moment.AFTER ? last + 1 : last + 2);
                last = number;
                assertThat(reserve(storage).low()).isEqualTo(32L * i - 31);
            }
            for (int i = 1; i <= ROUNDS; i++) {
                wire.cutNextCommit(moment);
                assertThat(put(storage, "doc/" + i)).startsWith("A:");
            }

            assertThat(wire.cuts()).isEqualTo(2 * ROUNDS);
            assertThat(cluster.number("SELECT count(*) FROM document")).isEqualTo(ROUNDS);
            assertThat(cluster.number("SELECT sum(documents) FROM collection_count"))
                    .as("each document was counted once")
                    .isEqualTo(ROUNDS + 1);
            assertThat(cluster.number("SELECT count(*) FROM lease")).isEqualTo(ROUNDS);
            storage.close();
        }
    }

    /** Somebody must mend that, who may need longer than anybody waits. */
    @Test
    void shouldNotWaitForAnEngineThatRefusesForGood() throws IOException {
        AtomicBoolean refuses = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        try (WireCutter wire = new WireCutter(WireCutter.portOf(cluster.url()))) {
            DataSource changed = HookedSource.of(
                    cluster.pool(wire.through(cluster.url())), (connection, method, arguments, call) -> {
                        boolean asks = method.equals("prepareStatement")
                                && arguments.length == 1
                                && ((String) arguments[0]).contains("lane = ? RETURNING");
                        if (!asks || !refuses.get()) {
                            return call.make(arguments);
                        }
                        int ignored = refused.incrementAndGet();
                        return call.make(((String) arguments[0]).replace("node_state", "node_state_that_is_gone"));
                    });
            PostgresStorage storage = cluster.open("A", 1, changed);
            assertThat(storage.write(new IdentityRequest("users", null))).isEqualTo(1);
            refuses.set(true);
            wire.cutNextCommit(WireCutter.Moment.AFTER);

            assertThatThrownBy(() -> storage.write(new IdentityRequest("users", null)))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("is not known");
            assertThat(refused.get()).as("times that it was asked").isBetween(1, 3);

            refuses.set(false);
            Eventually.until(() -> storage.writes(WriteKind.IDENTITY) == WriteState.TAKEN);
            assertThat(storage.write(new IdentityRequest("users", null))).isEqualTo(3);
            storage.close();
        }
    }

    /** The twin, without the fence's count: what the row of the other lane says is no answer. */
    @Test
    void shouldTakeANumberTwiceIfItAskedTheOtherLane() throws IOException {
        try (WireCutter wire = new WireCutter(WireCutter.portOf(cluster.url()))) {
            DataSource crossed = HookedSource.of(
                    cluster.pool(wire.through(cluster.url())), (connection, method, arguments, call) -> {
                        boolean sql = method.equals("prepareStatement") && arguments.length == 1;
                        return sql
                                ? call.make(((String) arguments[0])
                                        .replace("lane = ? RETURNING", "lane <> ? RETURNING")
                                        .replace(" AND groups = ?", " AND groups <> -1 - ?"))
                                : call.make(arguments);
                    });
            PostgresStorage storage = cluster.open("A", 1, crossed);
            assertThat(storage.write(new IdentityRequest("users", null))).isEqualTo(1);

            wire.cutNextCommit(WireCutter.Moment.AFTER);

            assertThat(storage.write(new IdentityRequest("users", null)))
                    .as("2 was taken by a group that was committed, and is taken for undone")
                    .isEqualTo(3);
            storage.close();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = WriteKind.class,
            names = {"IDENTITY", "DOCUMENT"})
    void shouldTakeWritesAgainOnceTheEngineTellsWhatBecameOfOne(WriteKind lane) throws Exception {
        try (WireCutter wire = new WireCutter(WireCutter.portOf(cluster.url()))) {
            PostgresStorage storage = cluster.open("A", 1, cluster.pool(wire.through(cluster.url())), HASTY);
            // By its hasty clock the lane tidies up a second after it began, after a group, and next a minute later.
            // That commit
            // must not be the one that is cut: the first group is late enough for it, and the second one waits for its
            // end.
            Eventually.pass(TIDIES_AFTER_MILLIS);
            write(storage, lane, 0);
            write(storage, lane, 1);
            wire.cutWithNextCommit();

            assertThatThrownBy(() -> write(storage, lane, 2))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("is not known");
            assertThat(storage.writes(lane)).isEqualTo(WriteState.UNKNOWN);
            assertThat(storage.hasFailed()).isFalse();
            assertThatThrownBy(() -> write(storage, lane, 3)).isInstanceOf(StorageUnreachableException.class);
            wire.mend();

            Eventually.until(() -> storage.writes(lane) == WriteState.TAKEN);
            write(storage, lane, 4);
            assertThat(cluster.number(
                            lane == WriteKind.IDENTITY
                                    ? "SELECT value FROM identity"
                                    : "SELECT count(*) FROM document"))
                    .as("the one that nobody knew of was kept, the refused one was not done")
                    .isEqualTo(4);
            storage.close();
        }
    }

    private static void write(PostgresStorage storage, WriteKind lane, int number) {
        if (lane == WriteKind.IDENTITY) {
            assertThat(storage.write(new IdentityRequest("users", null))).isPositive();
        } else {
            assertThat(put(storage, "doc/" + number)).startsWith("A:");
        }
    }

    private static String put(PostgresStorage storage, String id) {
        DocumentBatch batch = new DocumentBatch(
                List.of(putting(id, Expectation.ABSENT, content("Things", "{}"))), IdentityPartsSeparator.DEFAULT);
        return ((CommandResult.Stored) storage.write(batch).get(0)).changeVector();
    }

    private static Lease reserve(PostgresStorage storage) {
        return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
    }

    @Test
    void shouldRunAGroupAgainWhoseBackendWasKilledBeforeItsCommit() {
        AtomicInteger killed = new AtomicInteger();
        AtomicBoolean armed = new AtomicBoolean();
        DataSource source = HookedSource.of(cluster.source(), (connection, method, arguments, call) -> {
            if (method.equals("commit") && armed.getAndSet(false)) {
                // Counted before: a transaction that tidies up between two groups may be the one, and end while the
                // test goes on.
                killed.incrementAndGet();
                kill(connection);
            }
            return call.make(arguments);
        });
        PostgresStorage storage = cluster.open("A", 1, source);

        for (int i = 1; i <= 5; i++) {
            armed.set(true);
            assertThat(reserve(storage).low()).isEqualTo(32L * i - 31);
        }

        assertThat(killed).hasValue(5);
        assertThat(cluster.number("SELECT max FROM counter")).isEqualTo(160);
        storage.close();
    }

    /** Ends the backend of a connection, and waits until it is gone. */
    private void kill(Connection connection) throws SQLException {
        long pid;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            pid = row.getLong(1);
        }
        assertThat(cluster.number("SELECT pg_terminate_backend(" + pid + ", 5000)::int"))
                .isEqualTo(1);
    }

    @Test
    void shouldAskAgainWhatBecameOfACommitThatCameWithAWarning() {
        AtomicInteger questions = new AtomicInteger();
        AtomicBoolean doubtful = new AtomicBoolean();
        DataSource source = HookedSource.of(cluster.source(), (connection, method, arguments, call) -> {
            if (method.equals("getWarnings") && doubtful.getAndSet(false)) {
                return new SQLWarning("canceling wait for synchronous replication", "01000");
            }
            if (method.equals("prepareStatement") && ((String) arguments[0]).contains("groups = groups")) {
                questions.incrementAndGet();
            }
            return call.make(arguments);
        });
        PostgresStorage storage = cluster.open("A", 1, source);
        long transactions = cluster.number("SELECT groups FROM node_state WHERE lane = 'counters'");

        doubtful.set(true);
        assertThat(reserve(storage).low()).isEqualTo(1);
        assertThat(reserve(storage).low()).isEqualTo(33);

        assertThat(questions).hasValue(1);
        assertThat(cluster.number("SELECT groups FROM node_state WHERE lane = 'counters'"))
                .as("what was asked changes nothing")
                .isEqualTo(transactions + 2);
        storage.close();
    }
}
