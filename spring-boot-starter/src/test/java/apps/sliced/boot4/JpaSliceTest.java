package apps.sliced.boot4;

import apps.sliced.SlicedApplication.Order;
import apps.sliced.SlicedCounters;
import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

/** A test of repositories gets ids from the counters of the application. */
@DataJpaTest
final class JpaSliceTest extends SlicedCounters {

    @Test
    void shouldCountAsTheApplication(@Autowired EntityManager entities, @Autowired DataSource database)
            throws SQLException {
        Order order = new Order();
        entities.persist(order);

        assertCountsAsTheApplication(Objects.requireNonNull(order.id), database);
    }
}
