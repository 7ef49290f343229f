package apps.migrated;

import io.mintmark.hilo.HiLo;
import io.mintmark.spring.MintmarkCounters;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Service;

/** Counts in a table of our own, in one more that no property names, and in a sequence that the migration makes. */
@SpringBootApplication
public class MigratedApplication {

    /** A service that is first in the order in which Spring makes beans. */
    @Service("aaaFirst")
    public static final class Checkout {
        private final long order;
        private final long invoice;
        private final long ticket;

        Checkout(@Qualifier("orders") HiLo orders, @Qualifier("invoices") HiLo invoices, MintmarkCounters counters) {
            this.order = orders.next();
            this.invoice = invoices.next();
            this.ticket = counters.generator("tickets").next();
        }

        /** Returns the number of our own table. */
        public long order() {
            return order;
        }

        /** Returns the number of the migration's sequence. */
        public long invoice() {
            return invoice;
        }

        /** Returns the number of a counter that no property names. */
        public long ticket() {
            return ticket;
        }
    }
}
