package apps.sliced.boot4;

import apps.sliced.SlicedCounters;
import io.mintmark.hilo.HiLo;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;

/** A test of statements has the counters of the application as beans. */
@JdbcTest
final class JdbcSliceTest extends SlicedCounters {

    @Test
    void shouldCountAsTheApplication(@Autowired @Qualifier("orders") HiLo orders, @Autowired DataSource database)
            throws SQLException {
        assertCountsAsTheApplication(orders.next(), database);
    }
}
