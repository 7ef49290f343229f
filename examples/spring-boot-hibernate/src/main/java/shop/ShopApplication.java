package shop;

import io.mintmark.hilo.HiLo;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Sells something to three customers, says what their orders and invoices are called, and ends. */
@SpringBootApplication
public class ShopApplication {

    /** Starts the shop. */
    public static void main(String[] arguments) {
        SpringApplication.run(ShopApplication.class, arguments).close();
    }

    @Bean
    CommandLineRunner day(Checkout checkout, @Qualifier("orders") HiLo orders) {
        return arguments -> {
            for (String buyer : List.of("Ada", "Grace", "Barbara")) {
                Invoice invoice = checkout.buy(buyer, 1_250);
                System.out.println("order " + invoice.orderId() + " of " + buyer + ": " + invoice.id());
            }
            System.out.println("order " + orders.next() + " was drawn by hand, from the same range");
        };
    }
}
