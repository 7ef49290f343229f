package shop;

import jakarta.persistence.EntityManager;
import java.util.Objects;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores an order and its invoice. */
@Service
class Checkout {
    private final EntityManager entities;

    Checkout(EntityManager entities) {
        this.entities = entities;
    }

    /** The invoice knows the order's id although neither is in the database yet; both go there in one batch each. */
    @Transactional
    public Invoice buy(String buyer, long cents) {
        Order order = new Order(buyer);
        entities.persist(order);
        Invoice invoice = new Invoice(Objects.requireNonNull(order.id()), cents);
        entities.persist(invoice);
        return invoice;
    }
}
