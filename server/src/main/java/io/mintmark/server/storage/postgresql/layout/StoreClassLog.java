package io.mintmark.server.storage.postgresql.layout;

import io.mintmark.server.storage.StoreClass;
import io.mintmark.server.storage.postgresql.pool.Transactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log what the engine's settings promise. Stateless. */
public final class StoreClassLog {
    private static final Logger LOG = LoggerFactory.getLogger(StoreClassLog.class);

    private StoreClassLog() {}

    /** Reads the settings of the engine at {@code where}; returns what they come to. */
    public static StoreClass read(Transactions transactions, String where) {
        StoreClass read = transactions.read(StoreClassReading::of).storeClass();
        String because = read.why().isEmpty() ? "" : ", since " + read.why();
        String level = read.level().text();
        if (read.level() == StoreClass.Level.BEST_EFFORT) {
            LOG.warn(
                    "PostgreSQL at {} promises store class {}{}: a crash may lose what was acknowledged. Change the setting"
                            + " there if that is not meant.",
                    where,
                    level,
                    because);
        } else {
            LOG.info("PostgreSQL at {} promises store class {}{}.", where, level, because);
        }
        return read;
    }
}
