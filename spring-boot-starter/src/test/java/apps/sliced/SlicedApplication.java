package apps.sliced;

import io.mintmark.hibernate.MintmarkId;
import io.mintmark.spring.FromCounter;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.annotation.Id;

/** An application whose counters are described by properties; a slice must count as it does. */
@SpringBootApplication
public class SlicedApplication {
    /** The counter begins at 1001, which tells it from one of our own. */
    static final String SCHEMA = "spring.sql.init.schema-locations=classpath:apps/sliced/schema.sql";

    static final String PRESET = "mintmark.counters.orders.preset=efcore";
    static final String SETTING = "mintmark.counters.orders.setting=10";
    static final String SEQUENCE = "mintmark.counters.orders.sequence=OrderHiLo";

    /** An order by JPA. */
    @Entity(name = "SlicedOrder")
    @Table(name = "sliced_order")
    public static class Order {
        @jakarta.persistence.Id
        @MintmarkId(counter = "orders")
        public @Nullable Long id;
    }

    /** A visit by Spring Data JDBC. */
    @org.springframework.data.relational.core.mapping.Table("visit")
    public record Visit(@Id @FromCounter("orders") @Nullable Long id, String page) {}
}
