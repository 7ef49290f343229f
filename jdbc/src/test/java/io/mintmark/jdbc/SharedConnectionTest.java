package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

/** Data sources that give every thread the same connection: another thread does not help, so they are refused, untouched. */
class SharedConnectionTest {
    private final String table = TestDatabase.fresh("theirs");
    private final AtomicReference<Connection> shared = new AtomicReference<>();

    @BeforeEach
    void forget() {
        shared.set(null);
    }

    @AfterEach
    void close() throws SQLException {
        Connection connection = shared.get();
        if (connection != null) {
            connection.setAutoCommit(true);
            connection.close();
        }
    }

    private Connection open(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE " + table + " (id BIGINT)");
        shared.set(database.source().getConnection());
        return shared.get();
    }

    /** One object for everybody, as Spring's SingleConnectionDataSource is. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldRefuseAConnectionThatEverybodyHas(TestDatabase database) throws SQLException {
        Connection connection = open(database);
        Connection handle = handle(connection);
        DataSource source = source(() -> handle);
        begin(connection);

        assertThatThrownBy(() -> JdbcRanges.over(source).counter("orders").build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("one and the same", "pass a pool");
        connection.commit();

        assertThat(database.number("SELECT COUNT(*) FROM " + table))
                .as("the caller's transaction went on")
                .isEqualTo(1);
        assertThatThrownBy(() -> JdbcRanges.over(source).counter("orders").build())
                .as("outside of a transaction as well: the next may begin at any time")
                .isInstanceOf(UnsafeCounterException.class);
    }

    /** A new handle each time, which closes as a pool's does. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldRefuseAConnectionOnWhichATransactionWasBegun(TestDatabase database) throws SQLException {
        Connection connection = open(database);
        JdbcCounter counter = JdbcRanges.over(source(() -> closing(connection)))
                .counter(TestDatabase.fresh("orders"))
                .build();
        long low = counter.reserve(10).low();
        begin(connection);

        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("somebody's transaction");
        connection.commit();
        connection.setAutoCommit(true);

        assertThat(database.number("SELECT COUNT(*) FROM " + table)).isEqualTo(1);
        assertThat(counter.reserve(10).low()).isEqualTo(low + 10);
    }

    /** The same when the first look is in the transaction already, and nothing but the database knows. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldNotRollBackWhatSomebodyChanged(TestDatabase database) throws SQLException {
        Connection connection = open(database);
        begin(connection);

        assertThatThrownBy(() -> JdbcRanges.over(source(() -> closing(connection)))
                        .counter("orders")
                        .build())
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("somebody's transaction");
        connection.commit();

        assertThat(database.number("SELECT COUNT(*) FROM " + table)).isEqualTo(1);
    }

    /** Bitronix does so after some transactions of a connection beside XA. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldTakeAConnectionThatAPoolForgotToSetBack(TestDatabase database) throws SQLException {
        AtomicBoolean forgets = new AtomicBoolean();
        DataSource source = BoundSource.proxy(DataSource.class, (method, arguments) -> {
            Connection connection = database.source().getConnection();
            connection.setAutoCommit(!forgets.get());
            return connection;
        });
        JdbcCounter counter =
                JdbcRanges.over(source).counter(TestDatabase.fresh("orders")).build();
        long low = counter.reserve(10).low();
        forgets.set(true);

        assertThat(counter.reserve(10).low()).isEqualTo(low + 10);
        assertThat(database.ranges()
                        .counter(counter.description())
                        .build()
                        .reserve(10)
                        .low())
                .as("committed")
                .isEqualTo(low + 20);
    }

    /** A proxy that knows its target's default, and takes the target when it must, as Spring's lazy one does. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldLookBeneathAProxyThatAnswersFromMemory(TestDatabase database) throws SQLException {
        Connection connection = open(database);
        JdbcCounter counter = JdbcRanges.over(source(() -> sayingThatItCommits(connection)))
                .counter(TestDatabase.fresh("orders"))
                .build();
        long low = counter.reserve(10).low();
        begin(connection);

        assertThatThrownBy(() -> counter.reserve(10)).isInstanceOf(RangeSourceException.class);
        connection.rollback();
        connection.setAutoCommit(true);

        assertThat(counter.reserve(10).low()).isEqualTo(low + 10);
    }

    /** A wrapper that hides its target as well, so that only the database could say it; then the connection dies. */
    @Test
    void shouldNotBelieveACommitThatADeadConnectionCannotConfirm() throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        Connection connection = open(database);
        JdbcCounter counter = JdbcRanges.over(source(() -> dyingWhenAsked(connection)))
                .counter(TestDatabase.fresh("orders"))
                .build();
        long low = counter.reserve(10).low();
        begin(connection);

        assertThatThrownBy(() -> counter.reserve(10)).isInstanceOf(RangeSourceException.class);
        assertThat(low).isPositive();
        shared.set(null);
        connection.close();
    }

    /** The pool uses its objects again, as Narayana's driver does, and has one. */
    @Test
    void shouldGiveBackTheOnlyConnectionOfAPool() throws SQLException {
        AtomicBoolean lent = new AtomicBoolean();
        Connection only = BoundSource.proxy(Connection.class, (method, arguments) -> switch (method.getName()) {
            case "close" -> {
                lent.set(false);
                yield null;
            }
            case "isClosed" -> false;
            case "equals" -> true;
            default -> throw new SQLException("not to be used: " + method.getName());
        });
        DataSource source = source(() -> {
            if (lent.getAndSet(true)) {
                throw new SQLTransientConnectionException("no connection is left");
            }
            return only;
        });

        assertThatThrownBy(() -> JdbcRanges.over(source).counter("orders").build())
                .isInstanceOf(RangeSourceException.class);

        assertThat(lent).as("still lent").isFalse();
    }

    /** The broken twin: what a look at such a proxy alone would have believed. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void shouldRepeatNumbersWhenTheProxyIsBelieved(TestDatabase database) throws SQLException {
        CounterDescription row = database.newTable(Preset.HIBERNATE_ROW_POOLED_LO.counter(10), "BIGINT", 1L);
        String move = "UPDATE " + row.access().name() + " SET next_val = next_val + 10";
        Connection connection = open(database);
        begin(connection);

        Connection believed = sayingThatItCommits(connection);
        assertThat(believed.getAutoCommit()).isTrue();
        TestDatabase.execute(believed, move);
        connection.rollback();

        assertThat(database.ranges().counter(row).build().reserve(1).low()).isEqualTo(1);
    }

    private void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        TestDatabase.execute(connection, "INSERT INTO " + table + " VALUES (1)");
    }

    private interface Handles {
        Connection next() throws SQLException;
    }

    private static DataSource source(Handles handles) {
        return BoundSource.proxy(DataSource.class, (method, arguments) -> handles.next());
    }

    private static Connection handle(Connection target) {
        return BoundSource.proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("close") ? null : method.invoke(target, arguments));
    }

    private static Connection closing(Connection target) {
        AtomicReference<Boolean> closed = new AtomicReference<>(false);
        return BoundSource.proxy(Connection.class, (method, arguments) -> switch (method.getName()) {
            case "close" -> {
                closed.set(true);
                yield null;
            }
            case "isClosed" -> closed.get();
            default -> method.invoke(target, arguments);
        });
    }

    private static Connection sayingThatItCommits(Connection target) {
        Connection closing = closing(target);
        return BoundSource.proxy(
                Connection.class,
                (method, arguments) ->
                        method.getName().equals("getAutoCommit") ? true : method.invoke(closing, arguments));
    }

    private static Connection dyingWhenAsked(Connection target) {
        Connection committing = sayingThatItCommits(target);
        return BoundSource.proxy(Connection.class, (method, arguments) -> {
            if (method.getName().equals("getMetaData")) {
                DatabaseMetaData data = target.getMetaData();
                return BoundSource.proxy(
                        DatabaseMetaData.class,
                        (called, values) ->
                                called.getName().equals("getConnection") ? committing : called.invoke(data, values));
            }
            boolean asks = method.getName().equals("prepareStatement")
                    && String.valueOf(arguments[0]).startsWith("SELECT CASE WHEN txid_current_if_assigned()");
            if (asks && !target.getAutoCommit()) {
                int session = target.unwrap(PGConnection.class).getBackendPID();
                TestDatabase.POSTGRES.execute("SELECT pg_terminate_backend(" + session + ", 10000)");
            }
            return method.invoke(committing, arguments);
        });
    }
}
