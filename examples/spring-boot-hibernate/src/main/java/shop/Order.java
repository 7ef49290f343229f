package shop;

import io.mintmark.hibernate.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A customer's order; its id is a number. */
@Entity
@Table(name = "customer_order")
class Order {
    @Id
    @MintmarkId(counter = "orders")
    private @Nullable Long id;

    private String buyer = "";

    /** For Hibernate. */
    protected Order() {}

    Order(String buyer) {
        this.buyer = buyer;
    }

    @Nullable Long id() {
        return id;
    }

    String buyer() {
        return buyer;
    }
}
