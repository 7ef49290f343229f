package apps.taken;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An entity with Hibernate's default generator. */
@Entity
@Table(name = "delivery")
public class Delivery {
    @Id
    @GeneratedValue
    public @Nullable Long id;
}
