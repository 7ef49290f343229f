package io.mintmark.jdbc.jta;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What an application does in its transactions: it inserts rows, and they must be there exactly if it committed. */
final class Business {
    private final Place place;
    private final String table = Place.fresh("business");
    private long committed;
    private long open;

    Business(Place place) throws SQLException {
        this.place = place;
        place.execute("CREATE TABLE " + table + " (id BIGINT)");
    }

    void insert(DataSource source) throws SQLException {
        execute(source, "INSERT INTO " + table + " VALUES (1)");
        open++;
    }

    static void execute(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void committed() {
        committed += open;
        open = 0;
    }

    void rolledBack() {
        open = 0;
    }

    /** Requires that each transaction ended as its caller wanted it to. */
    void requireAllOrNothing() throws SQLException {
        assertThat(place.number("SELECT COUNT(*) FROM " + table))
                .as("rows of committed transactions")
                .isEqualTo(committed);
    }
}
