package apps.prepared;

import apps.prepared.PreparedApplication.Order;
import org.springframework.data.repository.CrudRepository;

/** Spring Data may make its code ahead of time, and builds the entities' metamodel for that. */
public interface Orders extends CrudRepository<Order, Long> {

    /** Finds by an attribute, which needs the metamodel. */
    Iterable<Order> findByBuyer(String buyer);
}
