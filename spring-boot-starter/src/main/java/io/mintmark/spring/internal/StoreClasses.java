package io.mintmark.spring.internal;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.Preflight;
import io.mintmark.range.RangeSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Shows, in the log and in health, what the database of a counter promises: durable, or best effort.
 *
 * <p>A counter that is best effort is a warning, as are the doubts that its database left. Another place than a
 * relational database promises what its own documentation says, and is passed over.
 */
public final class StoreClasses {
    private static final Log LOG = LogFactory.getLog(StoreClasses.class);

    private final CounterHealth health;

    /** Takes the place where health reads it. */
    public StoreClasses(CounterHealth health) {
        this.health = health;
    }

    /** Tells once what became known when {@code counter} was made. */
    public void tell(String counter, RangeSource source) {
        if (!(source instanceof JdbcCounter known)) {
            return;
        }
        Preflight preflight = known.preflight();
        String line = "Counter " + counter + " in " + preflight.database() + ": " + preflight.durability();
        if (preflight.durability().durable()) {
            LOG.info(line);
        } else {
            LOG.warn(line + ". After a crash or a loss of power its numbers may be issued again; a database that syncs"
                    + " before it answers keeps them.");
        }
        preflight.warnings().forEach(warning -> LOG.warn("Counter " + counter + ": " + warning));
        health.kept(counter, preflight.durability().toString());
    }
}
