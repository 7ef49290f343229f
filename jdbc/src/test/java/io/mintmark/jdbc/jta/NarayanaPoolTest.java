package io.mintmark.jdbc.jta;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Narayana's driver gives a connection that was closed inside a transaction, and is still in it, to threads without one: what
 * they change is undone with it, although the connection says that it commits each statement.
 */
class NarayanaPoolTest {
    private static final int ROUNDS = 50;

    /** Another thread of ours does not help against that, so a reservation asks the database, and refuses. */
    @Test
    void shouldRefuseWhatWouldBeUndoneWithAnothersTransaction() throws Exception {
        Place place = Place.POSTGRES;
        String table = Place.fresh("narayana");
        place.execute("CREATE TABLE " + table + " (id BIGINT)");
        Set<Long> issued = new HashSet<>();
        int refused = 0;
        try (Manager narayana = Narayana.driver(place)) {
            JdbcCounter counter = new CounterRows(place, narayana.source()).own();
            for (int round = 0; round < ROUNDS; round++) {
                narayana.transactions().begin(300);
                insertAlone(narayana.source(), table);
                try {
                    assertThat(issued.add(counter.reserve(1).low()))
                            .as("a number twice")
                            .isTrue();
                } catch (RangeSourceException e) {
                    assertThat(e).hasMessageContainingAll("somebody's transaction", "a data source of their own");
                    refused++;
                }
                narayana.transactions().rollback();
                assertThat(issued.add(counter.reserve(1).low()))
                        .as("a number twice")
                        .isTrue();
            }
        }
        assertThat(refused).isPositive();
    }

    /** The broken twin, with nothing of ours. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveAnotherThreadAConnectionThatWasClosedInsideATransaction(boolean closedInside) throws Exception {
        Place place = Place.POSTGRES;
        String table = Place.fresh("narayana");
        place.execute("CREATE TABLE " + table + " (id BIGINT)");
        try (Manager narayana = Narayana.driver(place)) {
            narayana.transactions().begin(300);
            Connection connection = narayana.source().getConnection();
            insert(connection, table, 1);
            if (closedInside) {
                connection.close();
            }
            CompletableFuture.runAsync(() -> insertAlone(narayana.source(), table))
                    .join();
            narayana.transactions().rollback();
            connection.close();

            assertThat(place.number("SELECT COUNT(*) FROM " + table + " WHERE id = 2"))
                    .as("what a thread without a transaction inserted")
                    .isEqualTo(closedInside ? 0 : 1);
        }
    }

    private static void insertAlone(DataSource source, String table) {
        try (Connection connection = source.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            insert(connection, table, 2);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void insert(Connection connection, String table, int id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + table + " VALUES (" + id + ")");
        }
    }
}
