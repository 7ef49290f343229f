package io.mintmark.jdbc.jta;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.range.Range;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A number stays taken whatever becomes of the caller's transaction, and whoever manages it. */
class JtaTest {
    private static final Place PLACE = Place.POSTGRES;
    private static final int NEVER = 300;

    @ParameterizedTest
    @EnumSource
    void shouldKeepNumbersWhenTheTransactionRollsBack(Managers managers) throws Exception {
        try (Manager manager = managers.over(PLACE)) {
            Business business = new Business(PLACE, manager);
            JdbcCounter counter = new CounterRows(PLACE, manager.source()).own();
            Transactions transactions = manager.transactions();
            counter.reserve(10);

            transactions.begin(NEVER);
            Range first = counter.reserve(10);
            business.insert(manager.source());
            Range inside = counter.reserve(10);
            transactions.rollback();
            business.rolledBack();

            assertThat(inside.low()).isEqualTo(first.high() + 1);
            assertThat(counter.reserve(10).low()).isEqualTo(inside.high() + 1);
            business.requireAllOrNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepWhatWasRaisedWhenTheTransactionRollsBack(Managers managers) throws Exception {
        try (Manager manager = managers.over(PLACE)) {
            JdbcCounter counter = new CounterRows(PLACE, manager.source()).own();

            manager.transactions().begin(NEVER);
            counter.raise(1_000);
            manager.transactions().rollback();

            assertThat(counter.reserve(10).low()).isEqualTo(1_001);
        }
    }

    /** No row yet, and another product's first block: statements that we commit together. */
    @ParameterizedTest
    @EnumSource
    void shouldBuildACounterInsideATransaction(Managers managers) throws Exception {
        try (Manager manager = managers.over(PLACE)) {
            CounterRows rows = new CounterRows(PLACE, manager.source());

            manager.transactions().begin(NEVER);
            JdbcCounter own = rows.own();
            JdbcCounter row = rows.row();
            Range first = own.reserve(10);
            Range block = row.reserve(10);
            manager.transactions().rollback();

            assertThat(own.reserve(10).low()).isEqualTo(first.high() + 1);
            assertThat(row.reserve(10).low()).isGreaterThan(block.high());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepNumbersWhenTheTransactionTimesOut(Managers managers) throws Exception {
        try (Manager manager = managers.over(PLACE)) {
            if (!manager.timesOut()) {
                return; // Spring's local transactions end by their own templates' statements only.
            }
            JdbcCounter counter = new CounterRows(PLACE, manager.source()).own();
            Business business = new Business(PLACE, manager);

            manager.transactions().begin(1);
            business.insert(manager.source());
            Range before = counter.reserve(10);
            awaitTheEnd(manager.transactions());
            Range after = counter.reserve(10);
            manager.transactions().rollback();
            business.rolledBack();

            assertThat(after.low()).isEqualTo(before.high() + 1);
            assertThat(counter.reserve(10).low()).isEqualTo(after.high() + 1);
            business.requireAllOrNothing();
        }
    }

    private static void awaitTheEnd(Transactions transactions) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (transactions.isActive()) {
            assertThat(System.nanoTime()).as("a transaction of a second").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepNumbersWhenTheTransactionHasTwoPhases(Managers managers) throws Exception {
        try (Manager manager = managers.over(PLACE)) {
            JdbcCounter counter = new CounterRows(PLACE, manager.source()).own();
            Business business = new Business(PLACE, manager);

            manager.transactions().begin(NEVER);
            business.insert(manager.source());
            Range one = counter.reserve(10);
            business.insert(manager.second());
            Range other = counter.reserve(10);
            manager.transactions().commit();
            business.committed();

            assertThat(other.low()).isEqualTo(one.high() + 1);
            assertThat(counter.reserve(10).low()).isEqualTo(other.high() + 1);
            business.requireAllOrNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRepeatNoNumberWhateverBecomesOfTransactions(Managers managers) throws Exception {
        int reservations = Effort.of("reservations in transactions of " + managers, 200, 1_000, 10_000);
        long seed = Seed.fresh("JtaTest " + managers);
        try (Manager manager = managers.over(PLACE)) {
            JtaRun run = new JtaRun(PLACE, manager, new Random(seed));
            HistoryChecker history = run.run(reservations);
            System.out.printf(
                    "[jta] %s: %,d reservations, %,d numbers, %d twice%n",
                    managers, run.reservations(), history.issuedCount(), history.duplicateCount());
        }
    }

    /** The broken twin: the same row, moved on the connection that the caller's thread is given. */
    @ParameterizedTest
    @EnumSource
    void shouldRepeatNumbersOnTheCallersConnection(Managers managers) throws Exception {
        try (Manager manager = managers.over(PLACE)) {
            String table = Place.fresh("twin");
            PLACE.execute("CREATE TABLE " + table + " (n BIGINT)", "INSERT INTO " + table + " VALUES (0)");

            manager.transactions().begin(NEVER);
            long inside = move(manager.source(), table);
            manager.transactions().rollback();

            assertThat(move(manager.source(), table)).as("once more").isEqualTo(inside);
        }
    }

    private static long move(DataSource source, String table) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet moved = statement.executeQuery("UPDATE " + table + " SET n = n + 10 RETURNING n")) {
            assertThat(moved.next()).isTrue();
            return moved.getLong(1);
        }
    }

    /** The other database that has XA connections. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepNumbersOnH2(Managers managers) throws Exception {
        try (Manager manager = managers.over(Place.H2)) {
            JdbcCounter counter = JdbcRanges.over(manager.source())
                    .table(Place.fresh("own"))
                    .counter("orders")
                    .build();
            Business business = new Business(Place.H2, manager);
            manager.transactions().begin(NEVER);
            business.insert(manager.source());
            Range inside = counter.reserve(10);
            manager.transactions().rollback();
            business.rolledBack();

            assertThat(counter.reserve(10).low()).isEqualTo(inside.high() + 1);
            business.requireAllOrNothing();
        }
    }
}
