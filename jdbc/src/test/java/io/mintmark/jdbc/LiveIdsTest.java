package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.UnsafeCounterException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids of several tables are compared with the counter that gave them, also while others draw and insert. */
class LiveIdsTest {
    private static final Set<String> STATEMENTS = Set.of("prepareStatement", "createStatement");

    private final JdbcDataSource database = new JdbcDataSource();

    @BeforeEach
    void create() throws SQLException {
        database.setUrl("jdbc:h2:mem:" + TestDatabase.fresh("live") + ";DB_CLOSE_DELAY=-1");
        execute("CREATE SEQUENCE numbers START WITH 1 INCREMENT BY 10");
        execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
        execute("CREATE TABLE invoices (id SMALLINT PRIMARY KEY)");
    }

    @Test
    void shouldBearAWriterBetweenAnyTwoStatementsOfItsLook() {
        JdbcCounter counter = builder(beforeEachStatement(this::insertAnother)).build();

        assertThat(counter.reserve(10).low()).isGreaterThan(10);
    }

    /** The twin: what was written by hand above the counter is found, writers or not. */
    @Test
    void shouldRefuseAnIdAboveTheCounterThoughAWriterGoesOn() throws SQLException {
        execute("INSERT INTO orders VALUES (1000000)");

        assertThatThrownBy(
                        () -> builder(beforeEachStatement(this::insertAnother)).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("1000000");
    }

    @Test
    void shouldCompareTheIdsOfEachTable() throws SQLException {
        execute("INSERT INTO invoices VALUES (777)");

        assertThatThrownBy(() -> builder(database).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("highest id in invoices=777");
    }

    /** The narrower of two columns ends the counter. */
    @Test
    void shouldEndWhereTheNarrowestColumnDoes() {
        JdbcCounter counter = builder(database).build();

        assertThatThrownBy(() -> {
                    counter.raise(Short.MAX_VALUE);
                    counter.reserve(10);
                })
                .hasMessageContaining(String.valueOf(Short.MAX_VALUE));
    }

    private static JdbcCounterBuilder builder(DataSource source) {
        return JdbcRanges.over(source)
                .counter(Preset.HIBERNATE_POOLED_LO.counter(10).sequence("numbers"))
                .ids("orders", "id")
                .ids("invoices", "id");
    }

    private void insertAnother() throws SQLException {
        execute("INSERT INTO orders VALUES (NEXT VALUE FOR numbers + 9)");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What another program does. */
    private interface Work {
        void run() throws SQLException;
    }

    private DataSource beforeEachStatement(Work others) {
        return proxy(DataSource.class, database, others, false);
    }

    private static <T> T proxy(Class<T> type, T behind, Work others, boolean isConnection) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (isConnection && STATEMENTS.contains(method.getName())) {
                others.run();
            }
            try {
                Object result = method.invoke(behind, args);
                return !isConnection && result instanceof Connection connection
                        ? proxy(Connection.class, connection, others, true)
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
