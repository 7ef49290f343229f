package io.mintmark.server.storage.postgresql;

import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.evaluation.EarlierLives;
import io.mintmark.server.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.server.storage.postgresql.claim.Claim;
import javax.sql.DataSource;

/** Opens one database for a node. */
@FunctionalInterface
interface StorageOpener {
    /**
     * Opens a database.
     *
     * @param connections the node's pool
     * @param claim for which it writes
     * @param earlier how far deleted databases of its name had come
     */
    Storage open(
            DataSource connections, Claim claim, DatabaseRow database, EarlierLives earlier, ChangeListener listener);
}
