package apps.sliced;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.test.context.TestPropertySource;

/** What each slice with a database must do, beside its own way to an id. */
@TestPropertySource(
        properties = {
            SlicedApplication.SCHEMA,
            SlicedApplication.PRESET,
            SlicedApplication.SETTING,
            SlicedApplication.SEQUENCE,
            "spring.flyway.enabled=false",
            "spring.liquibase.enabled=false",
            "spring.sql.init.mode=always"
        })
public abstract class SlicedCounters {

    /** Requires that {@code id} is the first of the application's counter, and that there is no counter of ours beside it. */
    protected static void assertCountsAsTheApplication(Long id, DataSource database) throws SQLException {
        assertThat(id).isEqualTo(1001);
        try (Connection connection = database.getConnection();
                ResultSet table = connection.getMetaData().getTables(null, null, "mintmark_counter", null)) {
            assertThat(table.next()).as("a table of our own").isFalse();
        }
    }
}
