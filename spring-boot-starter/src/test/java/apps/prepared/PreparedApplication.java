package apps.prepared;

import io.mintmark.hibernate.MintmarkId;
import io.mintmark.hilo.HiLo;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Counts by property, by an entity behind a repository, and by a property that only the run has. */
@SpringBootApplication
public class PreparedApplication {

    /** Runs the application once. */
    public static void main(String[] arguments) {
        SpringApplication.run(PreparedApplication.class, arguments).close();
    }

    /** An order, whose ids come from the same counter as those by hand. */
    @Entity(name = "PreparedOrder")
    @Table(name = "prepared_order")
    public static class Order {
        @Id
        @MintmarkId(counter = "orders")
        @Nullable Long id;

        String buyer = "Ada";

        /** Returns the id. */
        public @Nullable Long getId() {
            return id;
        }
    }

    @Bean
    CommandLineRunner day(
            Orders repository,
            @Qualifier("orders") HiLo orders,
            @Qualifier("invoices") HiLo invoices,
            Map<String, HiLo> all) {
        return arguments -> {
            System.out.println("prepared " + AotDetector.useGeneratedArtifacts());
            System.out.println("stored order " + repository.save(new Order()).getId());
            System.out.println("order " + orders.next());
            System.out.println("invoice " + invoices.next());
            System.out.println(
                    "found " + repository.findByBuyer("Ada").iterator().hasNext());
            System.out.println("counters " + all.keySet().stream().sorted().toList());
        };
    }
}
