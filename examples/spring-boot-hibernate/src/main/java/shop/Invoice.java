package shop;

import io.mintmark.hibernate.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** The price of an order; its id is a document id, such as {@code invoices/1-A}. */
@Entity
class Invoice {
    @Id
    @MintmarkId(counter = "invoices")
    private @Nullable String id;

    private long orderId;
    private long cents;

    /** For Hibernate. */
    protected Invoice() {}

    Invoice(long orderId, long cents) {
        this.orderId = orderId;
        this.cents = cents;
    }

    @Nullable String id() {
        return id;
    }

    long orderId() {
        return orderId;
    }

    long cents() {
        return cents;
    }
}
