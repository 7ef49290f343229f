package io.mintmark.spring.internal;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.Preflight;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
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

    /** Lines that are remembered: each tenant has a counter of one name, and some lines have its numbers in them. */
    private static final int LINES_MAX = 1_000;

    private final CounterHealth health;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Takes the place where health reads it. */
    public StoreClasses(CounterHealth health) {
        this.health = health;
    }

    /** Returns the listener by which health hears of one generator of {@code counter}, maybe one of a tenant's. */
    public RangeListener health(String counter, boolean ofTenant) {
        return ofTenant ? health.ofTenant(counter) : health.of(counter);
    }

    /** Tells what became known when {@code counter} was made, and the same only once. */
    public void tell(String counter, RangeSource source) {
        if (!(source instanceof JdbcCounter known)) {
            return;
        }
        Preflight preflight = known.preflight();
        String line = "Counter " + counter + " in " + preflight.database() + ": " + preflight.durability();
        if (preflight.durability().durable()) {
            once(line, LOG::info);
        } else {
            once(
                    line + ". After a crash or a loss of power its numbers may be issued again; a database that syncs"
                            + " before it answers keeps them.",
                    LOG::warn);
        }
        preflight.warnings().forEach(warning -> once("Counter " + counter + ": " + warning, LOG::warn));
        health.kept(counter, preflight.durability().toString());
    }

    private void once(String line, Consumer<Object> log) {
        if (told.size() >= LINES_MAX) {
            told.clear();
        }
        if (told.add(line)) {
            log.accept(line);
        }
    }
}
