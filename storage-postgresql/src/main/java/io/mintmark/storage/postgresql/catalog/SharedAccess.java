package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.SharedText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text of the access list that all nodes share. Safe for any number of threads.
 *
 * <p>Its version is in the cluster's row, which each change locks. It moves the catalog's version, too, by which a
 * witness notices an older copy. The text beside it names its version, so that one that was
 * put there from elsewhere, or is missing, is noticed.
 */
public final class SharedAccess implements SharedText {
    private static final Logger LOG = LoggerFactory.getLogger(SharedAccess.class);

    /** The version, and the text that has it. */
    private static final String STATE =
            "SELECT c.access, a.content FROM cluster c LEFT JOIN access_list a ON a.version = c.access";

    private final Transactions transactions;
    private final String shown;
    private final @Nullable ClaimStatus claimStatus;
    private volatile State heard;
    private volatile Runnable whenHeard = () -> {};
    private long refused = -1;

    /**
     * Reads the text.
     *
     * @param shown where the store is
     * @param claimStatus of the node that changes it; null for a command beside the nodes
     */
    public SharedAccess(Transactions transactions, String shown, @Nullable ClaimStatus claimStatus) {
        this.transactions = transactions;
        this.shown = shown;
        this.claimStatus = claimStatus;
        this.heard = transactions.read(SharedAccess::read);
    }

    private static State read(Connection connection) throws SQLException {
        return Statements.row(connection, SharedAccess::state, STATE)
                .orElseThrow(() -> new SQLException("the table cluster has lost its row"));
    }

    private static State state(ResultSet row) throws SQLException {
        return new State(row.getLong(1), Optional.ofNullable(row.getString(2)));
    }

    @Override
    public State heard() {
        return heard;
    }

    @Override
    public void whenHeard(Runnable next) {
        whenHeard = next;
    }

    @Override
    public void refresh() {
        hear(transactions.read(SharedAccess::read));
    }

    /** Takes note of what a heartbeat brought back. An older version would let those in who were removed since. */
    public void hear(State now) {
        if (isNewer(now)) {
            whenHeard.run();
        }
    }

    private synchronized boolean isNewer(State now) {
        if (now.version() > heard.version()) {
            heard = now;
            return true;
        }
        if (now.version() < heard.version() && refused != now.version()) {
            refused = now.version();
            LOG.error(
                    "The access list in the store {} has version {}, and this node knew version {}: an older copy was put"
                            + " back. The access list that was known before stays in force until this server is restarted.",
                    shown,
                    now.version(),
                    heard.version());
        }
        return false;
    }

    @Override
    public State change(Function<State, String> change) {
        State changed = transactions.write(connection -> {
            long next = Statements.number(
                            connection,
                            "UPDATE cluster SET access = access + 1, catalog = catalog + 1 WHERE one = 1 RETURNING access")
                    .orElseThrow(() -> new SQLException("the table cluster has lost its row"));
            if (claimStatus != null) {
                claimStatus.require(connection);
            }
            String text = change.apply(new State(next - 1, present(connection, next - 1)));
            int ignored = Statements.execute(
                    connection,
                    "INSERT INTO access_list VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE"
                            + " SET version = excluded.version, content = excluded.content",
                    next,
                    text);
            return new State(next, Optional.of(text));
        });
        hear(changed);
        return changed;
    }

    private static Optional<String> present(Connection connection, long version) throws SQLException {
        return Statements.row(
                connection, row -> row.getString(1), "SELECT content FROM access_list WHERE version = ?", version);
    }

    @Override
    public String shown() {
        return shown;
    }
}
