package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.internal.connection.OwnTransaction;
import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A number stays taken whatever becomes of the caller's transaction. */
class TransactionsTest {

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldKeepNumbersWhenTheBusinessTransactionRollsBack(TestDatabase database) throws SQLException {
        String table = TestDatabase.fresh("business");
        database.execute("CREATE TABLE " + table + " (id BIGINT)");
        try (BoundSource bound = new BoundSource(database.source())) {
            JdbcCounter counter = JdbcRanges.over(bound.source())
                    .counter(TestDatabase.fresh("orders"))
                    .build();

            Connection business = bound.begin();
            TestDatabase.execute(business, "INSERT INTO " + table + " VALUES (1)");
            Range inside = counter.reserve(10);
            counter.giveBack(inside, inside.low());
            bound.rollback();

            assertThat(counter.reserve(10).low()).isEqualTo(inside.low() + 1);
            assertThat(database.number("SELECT COUNT(*) FROM " + table))
                    .as("nothing of it was committed")
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void shouldRepeatNumbersInsideTheBusinessTransaction(TestDatabase database) throws SQLException {
        // The broken twin: the same row moved on the caller's connection.
        CounterDescription counter = database.newTable(Preset.HIBERNATE_ROW_POOLED_LO.counter(10), "BIGINT", 1L);
        String move = "UPDATE " + counter.access().name() + " SET next_val = next_val + 10";
        try (BoundSource bound = new BoundSource(database.source())) {
            TestDatabase.execute(bound.begin(), move);
            bound.rollback();
        }

        assertThat(database.ranges().counter(counter).build().reserve(1).low())
                .as("taken before")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "SQLITE"})
    void shouldCommitOnAPoolThatDoesNot(TestDatabase database) throws SQLException {
        HikariDataSource source = (HikariDataSource) database.source();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(source.getJdbcUrl());
        config.setUsername(source.getUsername());
        config.setPassword(source.getPassword());
        config.setMaximumPoolSize(2);
        config.setAutoCommit(false);
        String name = TestDatabase.fresh("orders");

        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThat(JdbcRanges.over(pool).counter(name).build().reserve(10).high())
                    .isEqualTo(10);
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit())
                        .as("given back as it was")
                        .isFalse();
            }
        }

        assertThat(database.ranges().counter(name).build().reserve(10).low()).isEqualTo(11);
    }

    /** Its next user would believe that each statement is committed by itself. */
    @Test
    void shouldEndAConnectionThatDoesNotCommitByItselfAgain() throws SQLException {
        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            AtomicBoolean ended = new AtomicBoolean();
            Connection stuck = BoundSource.proxy(Connection.class, (method, arguments) -> {
                if (method.getName().equals("setAutoCommit") && arguments[0].equals(true)) {
                    throw new SQLException("stuck");
                }
                ended.compareAndSet(false, method.getName().equals("abort"));
                return method.invoke(connection, arguments);
            });

            assertThatThrownBy(() -> OwnTransaction.run(stuck, () -> {
                        throw new SQLException("failed");
                    }))
                    .hasMessage("failed");

            assertThat(ended).isTrue();
            connection.setAutoCommit(true);
        }
    }

    /** A pool hands it on as it came back. */
    @Test
    void shouldGiveARefusedConnectionBackAsItCame() throws SQLException {
        try (Connection connection = TestDatabase.H2.source().getConnection();
                Connection beneath = TestDatabase.H2.source().getConnection()) {
            beneath.setAutoCommit(false);
            connection.setAutoCommit(false);
            DatabaseMetaData hiding = BoundSource.proxy(
                    DatabaseMetaData.class,
                    (method, arguments) -> method.getName().equals("getConnection")
                            ? beneath
                            : method.invoke(connection.getMetaData(), arguments));
            List<Boolean> closedAs = new ArrayList<>();
            DataSource source = BoundSource.proxy(
                    DataSource.class,
                    (given, none) -> BoundSource.proxy(Connection.class, (method, arguments) -> {
                        if (method.getName().equals("close")) {
                            closedAs.add(connection.getAutoCommit());
                            return null;
                        }
                        return method.getName().equals("getMetaData") ? hiding : method.invoke(connection, arguments);
                    }));

            assertThatThrownBy(() -> JdbcRanges.over(source).counter("refused").build())
                    .hasMessageContaining("somebody's transaction");

            assertThat(closedAs).isNotEmpty().containsOnly(false);
            beneath.setAutoCommit(true);
            connection.setAutoCommit(true);
        }
    }
}
