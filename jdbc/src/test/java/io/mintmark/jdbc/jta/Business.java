package io.mintmark.jdbc.jta;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What an application does in its transactions: it inserts rows, and they must be there exactly if it committed. */
final class Business {
    private final Place place;
    private final Manager manager;
    private final String table = Place.fresh("business");
    private final List<Connection> open = new ArrayList<>();
    private long committed;
    private long inserted;

    Business(Place place, Manager manager) throws SQLException {
        this.place = place;
        this.manager = manager;
        place.execute("CREATE TABLE " + table + " (id BIGINT)");
    }

    void insert(DataSource source) throws SQLException {
        execute(source, "INSERT INTO " + table + " VALUES (1)");
        inserted++;
    }

    /** Reads, in the transaction that there is. */
    void read(DataSource source) throws SQLException {
        execute(source, "SELECT 1");
    }

    private void execute(DataSource source, String sql) throws SQLException {
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } finally {
            if (manager.needsOpenConnections()) {
                open.add(connection);
            } else {
                connection.close();
            }
        }
    }

    /** Closes what had to stay open until the transaction was over. */
    void closeConnections() throws SQLException {
        for (Connection connection : open) {
            connection.close();
        }
        open.clear();
    }

    void committed() throws SQLException {
        committed += inserted;
        rolledBack();
    }

    void rolledBack() throws SQLException {
        inserted = 0;
        closeConnections();
    }

    /** Requires that each transaction ended as its caller wanted it to. */
    void requireAllOrNothing() throws SQLException {
        assertThat(place.number("SELECT COUNT(*) FROM " + table))
                .as("rows of committed transactions")
                .isEqualTo(committed);
    }
}
