package apps.taken;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import org.jspecify.annotations.Nullable;

/** An entity whose table of counters has an initial value of its own, which a takeover leaves alone. */
@Entity
@Table(name = "voucher")
public class Voucher {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "vouchers")
    @TableGenerator(name = "vouchers", initialValue = 100)
    public @Nullable Long id;
}
