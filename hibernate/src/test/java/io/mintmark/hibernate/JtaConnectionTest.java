package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.internal.AbstractDataSourceBean;
import jakarta.transaction.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection in JTA transactions of its own behaves as JDBC says, on a database that spoils a transaction by one failure. */
final class JtaConnectionTest {
    private static final UserTransactionManager MANAGER = Atomikos.manager();

    @SuppressWarnings("NullAway.Init")
    private String url;

    @SuppressWarnings("NullAway.Init")
    private AbstractDataSourceBean pool;

    @SuppressWarnings("NullAway.Init")
    private ConnectionProvider provider;

    @BeforeEach
    void start() {
        url = Databases.POSTGRES.create();
        Databases.execute(url, "CREATE TABLE n (v BIGINT)");
        pool = Atomikos.pool(Atomikos.Pool.XA, url, false);
        provider = new CountingProvider(pool);
    }

    @AfterEach
    void stop() {
        pool.close();
    }

    @Test
    void shouldCommitEachStatementWhenItIsClosed() throws SQLException {
        try (Connection connection = JtaConnection.of(MANAGER, provider)) {
            assertThat(connection.getAutoCommit()).isTrue();
            try (Statement one = connection.createStatement()) {
                one.execute("INSERT INTO n VALUES (1)");
                assertThat(rows()).as("not committed yet").isEqualTo("0");
            }
            assertThat(rows()).isEqualTo("1");
        }
    }

    @Test
    void shouldGoOnAfterAStatementThatFailed() throws SQLException {
        try (Connection connection = JtaConnection.of(MANAGER, provider)) {
            try (Statement one = connection.createStatement()) {
                assertThatThrownBy(() -> one.execute("SELECT * FROM nowhere")).isInstanceOf(SQLException.class);
            }
            insert(connection);
        }
        assertThat(rows()).isEqualTo("1");
    }

    @Test
    void shouldKeepATransactionOpenUntilItIsToldToEndIt() throws SQLException {
        try (Connection connection = JtaConnection.of(MANAGER, provider)) {
            connection.setAutoCommit(false);
            insert(connection);
            connection.rollback();
            assertThat(rows()).isEqualTo("0");
            insert(connection);
            insert(connection);
            assertThat(rows()).isEqualTo("0");
            connection.commit();
            assertThat(rows()).isEqualTo("2");
            insert(connection);
            connection.setAutoCommit(true);
            assertThat(rows()).isEqualTo("3");
            connection.setAutoCommit(false);
            insert(connection);
        }
        assertThat(rows()).as("closed without a commit").isEqualTo("3");
    }

    /** Its result must not count: a range would be used that the database never gave. */
    @Test
    void shouldThrowFromCloseWhatTheCommitDid() throws Exception {
        try (Connection connection = JtaConnection.of(MANAGER, provider)) {
            Statement statement = connection.createStatement();
            statement.execute("INSERT INTO n VALUES (1)");
            MANAGER.setRollbackOnly();

            assertThatThrownBy(statement::close).isInstanceOf(SQLTransactionRollbackException.class);
            insert(connection);
        }
        assertThat(rows()).isEqualTo("1");
        assertThat(MANAGER.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void shouldLeaveTheTransactionOfTheThreadAlone() throws Exception {
        MANAGER.begin();
        try (Connection callers = pool.getConnection()) {
            insert(callers);
            try (Connection connection = JtaConnection.of(MANAGER, provider)) {
                insert(connection);
                assertThat(rows()).isEqualTo("1");
            }
            insert(callers);
        }
        MANAGER.rollback();
        assertThat(rows()).as("ours alone is there").isEqualTo("1");
    }

    /** The decision must not be taken inside of a caller's transaction, where each statement is let through. */
    @Test
    void shouldFindOutWhatThePoolRefusesAlsoInsideACallersTransaction() throws Exception {
        UnitDataSource source = new UnitDataSource(provider, MANAGER);
        MANAGER.begin();
        try (Connection connection = source.getConnection()) {
            insert(connection);
        }
        MANAGER.rollback();
        assertThat(rows()).isEqualTo("1");
    }

    /** The transaction's connection does not commit by itself, and whoever looks beneath would take it for a caller's. */
    @Test
    void shouldBeTheConnectionOfWhatItMade() throws SQLException {
        try (Connection connection = JtaConnection.of(MANAGER, provider);
                Statement statement = connection.createStatement()) {
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
            assertThat(statement.getConnection()).isSameAs(connection);
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
        }
    }

    /** A caller that gives up a reservation aborts its connection from another thread, which may have a transaction. */
    @Test
    void shouldLeaveTheTransactionOfTheThreadThatAbortsAlone() throws Exception {
        try (Connection connection = JtaConnection.of(MANAGER, provider)) {
            Statement statement = connection.createStatement();
            statement.execute("INSERT INTO n VALUES (1)");
            CompletableFuture<Integer> after = CompletableFuture.supplyAsync(() -> abortInATransaction(connection));

            assertThat(after.join()).isEqualTo(Status.STATUS_ACTIVE);
            assertThat(connection.isClosed()).isTrue();
            assertThatThrownBy(() -> statement.execute("INSERT INTO n VALUES (2)"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.createStatement()).hasMessageContaining("closed");
        }
        assertThat(MANAGER.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(rows()).isEqualTo("0");
    }

    private static int abortInATransaction(Connection connection) {
        try {
            MANAGER.begin();
            connection.abort(Runnable::run);
            int status = MANAGER.getStatus();
            if (status != Status.STATUS_NO_TRANSACTION) {
                MANAGER.rollback();
            }
            return status;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void insert(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO n VALUES (1)");
        }
    }

    private String rows() {
        return Databases.texts(url, "SELECT count(*) FROM n").get(0);
    }
}
