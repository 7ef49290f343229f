package apps.sliced.boot3;

import apps.sliced.SlicedApplication.Visit;
import apps.sliced.SlicedCounters;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;

/** A test of aggregates gets ids from the counters of the application. */
@DataJdbcTest
final class DataJdbcSliceTest extends SlicedCounters {

    @Test
    void shouldCountAsTheApplication(@Autowired JdbcAggregateOperations aggregates, @Autowired DataSource database)
            throws SQLException {
        Visit visit = aggregates.save(new Visit(null, "/home"));

        assertCountsAsTheApplication(Objects.requireNonNull(visit.id()), database);
    }
}
