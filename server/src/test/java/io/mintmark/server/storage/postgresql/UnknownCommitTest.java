package io.mintmark.server.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.IdentityRequest;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.counter.RangeRequest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A COMMIT whose answer is lost: the caller gets the true answer all the same, and each thing is done once. */
@Timeout(60)
class UnknownCommitTest {
    private static final int ROUNDS = 12;

    private TestCluster cluster;

    @BeforeEach
    void layOut() {
        cluster = new TestCluster();
    }

    @AfterEach
    void drop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @EnumSource(WireCutter.Moment.class)
    void shouldTellTheTruthWhereverTheWireIsCut(WireCutter.Moment moment) throws IOException {
        try (WireCutter wire = new WireCutter(WireCutter.portOf(cluster.url()))) {
            PostgresStorage storage = cluster.open("A", 1, cluster.pool(wire.through(cluster.url())));

            for (int i = 1; i <= ROUNDS; i++) {
                wire.cutNextCommit(moment);
                assertThat(storage.nextIdentity(new IdentityRequest("users", null)))
                        .isEqualTo(i);
                assertThat(reserve(storage).low()).isEqualTo(32L * i - 31);
            }

            assertThat(wire.cuts()).isEqualTo(ROUNDS);
            assertThat(cluster.number("SELECT count(*) FROM lease")).isEqualTo(ROUNDS);
            storage.close();
        }
    }

    private static Lease reserve(PostgresStorage storage) {
        return storage.reserve(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
    }

    @Test
    void shouldRunAGroupAgainWhoseBackendWasKilledBeforeItsCommit() {
        AtomicInteger killed = new AtomicInteger();
        AtomicBoolean armed = new AtomicBoolean();
        DataSource source = HookedSource.of(cluster.source(), (connection, method, arguments, call) -> {
            if (method.equals("commit") && armed.getAndSet(false)) {
                kill(connection);
                killed.incrementAndGet();
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
        long transactions = cluster.number("SELECT groups FROM node_state");

        doubtful.set(true);
        assertThat(reserve(storage).low()).isEqualTo(1);
        assertThat(reserve(storage).low()).isEqualTo(33);

        assertThat(questions).hasValue(1);
        assertThat(cluster.number("SELECT groups FROM node_state"))
                .as("what was asked changes nothing")
                .isEqualTo(transactions + 2);
        storage.close();
    }
}
