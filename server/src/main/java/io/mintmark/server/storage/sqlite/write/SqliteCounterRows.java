package io.mintmark.server.storage.sqlite.write;

import io.mintmark.MintmarkException;
import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.evaluation.CounterRows;
import io.mintmark.server.storage.sqlite.file.Sql;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of counters and identities: counters are cached and written once a group. Used by the writer thread only. */
abstract class SqliteCounterRows implements CounterRows {
    final WriteTransaction tx;

    SqliteCounterRows(WriteTransaction tx) {
        this.tx = tx;
    }

    /** Returns what refuses one piece of work if a row is to blame, and else what dooms its group. */
    static MintmarkException refusal(SQLException e) {
        return Sql.blamesTheRow(e)
                ? new MintmarkException("The store refused a row: " + e.getMessage(), e)
                : SqliteGroupStore.failure(e);
    }

    @Override
    public NodeTag nodeTag() {
        return tx.nodeTag;
    }

    @Override
    public String life() {
        return tx.state.life();
    }

    @Override
    public long firstMax() {
        return tx.state.firstMax();
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return tx.highestEndBefore(counterKey);
    }

    @Override
    public Instant now() {
        return tx.now();
    }

    @Override
    public String changeVector(String node, long etag) {
        return tx.changeVector(node, etag);
    }

    @Override
    public long drawLeaseSerial() {
        return tx.state.drawLeaseSerial();
    }

    @Override
    public long collection(String name) {
        try {
            return tx.collections.number(name);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public String collectionName(long number) {
        try {
            return tx.collections.name(number);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void count(long collection, int change) {
        tx.collections.count(collection, change);
    }

    @Override
    public @Nullable Counter counter(DocumentId id) {
        try {
            return tx.counters.find(id);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public Counter addCounter(DocumentId id, long collection) {
        try {
            return tx.counters.add(id, tx.nodeTag.text(), collection);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void changed(Counter counter, long before) {
        tx.counters.change(counter, before);
    }

    @Override
    public void versionCounters() {
        try {
            tx.counters.flush();
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void addLease(Lease lease, Counter counter, @Nullable String client) {
        try {
            tx.leases.insert(lease, counter, client);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void closeLease(Counter counter, long serial, long lastIssued) {
        try {
            tx.leases.close(serial, lastIssued);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public @Nullable OpenLease openLeaseBefore(Counter counter, long serial) {
        try {
            OpenLease before = tx.leases.openBefore(counter, serial);
            return before == null || tx.state.isForgotten(before.serial()) ? null : before;
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public @Nullable Long identity(String key) {
        try {
            return tx.identities.find(key);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void setIdentity(String key, @Nullable Long before, long value) {
        try {
            tx.identities.store(key, before, value);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public @Nullable Long answer(String request) {
        try {
            return tx.identities.answer(request);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void remember(String request, long value) {
        try {
            tx.identities.remember(request, value);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }
}
