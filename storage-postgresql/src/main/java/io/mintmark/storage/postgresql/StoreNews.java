package io.mintmark.storage.postgresql;

import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.catalog.PeerChanges;
import io.mintmark.storage.postgresql.catalog.PostgresCatalog;
import io.mintmark.storage.postgresql.catalog.SharedAccess;
import io.mintmark.storage.postgresql.catalog.SharedReading;
import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.claim.HeartbeatReply;
import io.mintmark.storage.postgresql.claim.Membership;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.SharedText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Hands on what a node hears of the store: from each heartbeat, and when somebody needs the latest. Safe for any number
 * of threads.
 */
final class StoreNews {
    private final Transactions transactions;
    private final Membership membership;
    private final ClaimStatus claimStatus;
    private final PostgresCatalog catalog;
    private final SharedAccess access;
    private final OpenedStorages opened;
    private final PeerChanges peers;
    private final Optional<WitnessedStorages> witnessed;
    private final String store;
    private final SharedReading latest = new SharedReading(this::readLatest);

    private volatile Runnable whenHeard = () -> {};

    /** Hands on what is heard of the store that messages call {@code store}. */
    StoreNews(
            Transactions transactions,
            Membership membership,
            PostgresCatalog catalog,
            SharedAccess access,
            OpenedStorages opened,
            PeerChanges peers,
            Optional<WitnessedStorages> witnessed,
            String store) {
        this.transactions = transactions;
        this.membership = membership;
        this.claimStatus = membership.claimStatus();
        this.catalog = catalog;
        this.access = access;
        this.opened = opened;
        this.peers = peers;
        this.witnessed = witnessed;
        this.store = store;
    }

    /** Runs {@code next} whenever something was heard. */
    void whenHeard(Runnable next) {
        whenHeard = next;
    }

    /** Returns the numbers of the databases that the next heartbeat asks about. */
    Collection<Long> inUse() {
        Set<Long> numbers = new HashSet<>(opened.numbers());
        numbers.addAll(peers.numbers());
        return numbers;
    }

    /** Hands on what a heartbeat was answered. */
    void heard(HeartbeatReply heard) {
        witnessed.ifPresent(each -> each.heard(heard));
        if (claimStatus.state() == EngineState.FENCED) {
            return;
        }
        catalog.version().heard(heard.catalog());
        opened.lift(heard.written());
        SharedText.State changed = heard.access();
        if (changed != null) {
            access.hear(changed);
        }
        membership.url().ifPresent(url -> peers.heard(heard, url));
        whenHeard.run();
    }

    /** Takes note that a heartbeat was not answered. */
    void heardNothing() {
        if (claimStatus.state() != EngineState.SERVING) {
            peers.cutOff();
        }
    }

    /**
     * Returns once whatever was committed before this call has been heard.
     *
     * @throws StorageUnreachableException if the store has been silent for as long as its claim lasts
     * @throws io.mintmark.storage.StorageFailedException if another node has the tag
     */
    void refresh() {
        latest.await();
    }

    /** A silent engine was waited for before it counts as one. */
    private void readLatest() {
        if (claimStatus.state() == EngineState.UNREACHABLE) {
            throw new StorageUnreachableException(
                    "The store at " + store + " has not answered this node lately: ask another one, or"
                            + " try again when it does.",
                    new IllegalStateException("no heartbeat was answered"));
        }
        long accessBefore = access.heard().version();
        long accessNow = transactions.read(connection -> Statements.row(
                        connection, this::heardLatest, "SELECT catalog, access FROM cluster WHERE one = 1")
                .orElseThrow(() -> new SQLException("the table cluster has lost its row")));
        if (accessNow > accessBefore) {
            access.refresh();
        }
        whenHeard.run();
    }

    private long heardLatest(ResultSet row) throws SQLException {
        claimStatus.requireNotFenced();
        catalog.version().heard(row.getLong(1));
        return row.getLong(2);
    }
}
