package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.StoreClass;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine's settings promise now: another primary may promise less, and so may this one once its settings are
 * loaded anew. Tells the log at first and at each change. Safe for any number of threads that ask for it, beside one
 * that reads.
 */
public final class StoreClassWatch {
    private static final Logger LOG = LoggerFactory.getLogger(StoreClassWatch.class);

    private final String where;
    private volatile StoreClass current;

    private StoreClassWatch(String where, StoreClass first) {
        this.where = where;
        this.current = first;
    }

    /** Reads the settings of the engine at {@code where} for the first time. */
    public static StoreClassWatch begin(Transactions transactions, String where) {
        StoreClassWatch watch = new StoreClassWatch(
                where, transactions.read(StoreClassReading::of).storeClass());
        watch.log("promises");
        return watch;
    }

    /** Returns what they promised when they were read last. */
    public StoreClass current() {
        return current;
    }

    /** Adds the settings to what {@code script} asks. */
    public void ask(SqlScript script) {
        StoreClassReading.ask(script, this::heard);
    }

    private void heard(StoreClassReading reading) {
        StoreClass read = reading.storeClass();
        if (!read.equals(current)) {
            String former = current.level().text();
            current = read;
            log("promised store class " + former + " until now, and promises");
        }
    }

    private void log(String promises) {
        StoreClass told = current;
        String level = told.level().text();
        String because = told.why().isEmpty() ? "" : ", since " + told.why();
        if (told.level() == StoreClass.Level.BEST_EFFORT) {
            LOG.warn(
                    "PostgreSQL at {} {} store class {}{}: a crash may lose what was acknowledged. Change the setting there if"
                            + " that is not meant.",
                    where,
                    promises,
                    level,
                    because);
        } else {
            LOG.info("PostgreSQL at {} {} store class {}{}.", where, promises, level, because);
        }
    }
}
