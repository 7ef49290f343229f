package io.mintmark.server.access;

import io.mintmark.internal.Ticker;
import io.mintmark.server.access.principal.AccessList;
import io.mintmark.server.access.principal.AccessListException;
import io.mintmark.server.access.principal.StoredAccessList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access list that a running server obeys, at most a second behind what is stored. Thread-safe.
 *
 * <p>A change that cannot be used is refused: what was known before stays in force, and the log says so once. That the list
 * is gone is such a change, so nobody opens a server by removing it. A list that could not be read is tried again.
 */
final class AccessInForce {
    private static final Logger LOG = LoggerFactory.getLogger(AccessInForce.class);

    private final StoredAccessList stored;
    private final Ticker ticker;
    private final AuditLog audit;
    private final ReentrantLock looking = new ReentrantLock();
    private final AtomicLong lastLook;
    private volatile @Nullable AccessList list;
    private Object used;
    private @Nullable Object refused;
    /** What was found last, whether it is used or refused. */
    private volatile Object seen;

    /**
     * Reads the list.
     *
     * @throws AccessListException if there is one that cannot be used, or one was lost
     */
    AccessInForce(StoredAccessList stored, Ticker ticker, AuditLog audit) {
        this.stored = stored;
        this.ticker = ticker;
        this.audit = audit;
        this.lastLook = new AtomicLong(ticker.nanos());
        try {
            // The stamp comes first: a list that is put there meanwhile has another one, and is read again.
            this.used = stored.stamp();
        } catch (IOException e) {
            throw new AccessListException(
                    "The access list " + stored.shown() + " cannot be looked at (" + e
                            + "): see to the directory's rights.",
                    e);
        }
        this.seen = used;
        this.list = stored.read().orElse(null);
        if (list == null) {
            stored.requireNotLost();
        }
    }

    /** Returns the list in force, or null where access control was never set up. */
    @Nullable AccessList current() {
        if (isLookDue()) {
            look();
        }
        return list;
    }

    private boolean isLookDue() {
        long goodFor = stored.stampIsGoodForNanos();
        if (goodFor > 0) {
            long last = lastLook.get();
            long now = ticker.nanos();
            return now - last >= goodFor && lastLook.compareAndSet(last, now);
        }
        try {
            return !stored.stamp().equals(seen);
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns the command that lets the first operator in. */
    String firstCommand() {
        return stored.firstCommand();
    }

    /** Changes the list, which must be there, and obeys it from now on. */
    AccessList change(UnaryOperator<AccessList> change) {
        try {
            return stored.change(change);
        } finally {
            // Also after a failure, which may have come behind the change.
            look();
        }
    }

    private void look() {
        looking.lock();
        try {
            Object found = stored.stamp();
            if (!found.equals(used)) {
                read(found);
            }
            seen = found;
        } catch (IOException e) {
            refuse(e.toString(), "it cannot be looked at (" + e + ")");
        } finally {
            looking.unlock();
        }
    }

    private void read(Object found) {
        try {
            Optional<AccessList> read = stored.read();
            if (read.isEmpty()) {
                stored.requireNotLost();
                refuse(found, "The access list " + stored.shown() + " is gone: put it back.");
                return;
            }
            tell(read.get());
            list = read.get();
            used = found;
            refused = null;
        } catch (AccessListException e) {
            refuse(found, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(Object found, String why) {
        if (!found.equals(refused)) {
            refused = found;
            LOG.error("{} The access list that was known before stays in force.", why);
        }
    }

    private void tell(AccessList next) {
        @Nullable AccessList before = list;
        AccessList former = before == null ? AccessList.NOBODY : before;
        List<String> changed = former.namesChangedIn(next);
        if (before == null) {
            LOG.info("Access control is set up and enforced from now on, on loopback, too.");
        }
        changed.forEach(name -> audit.listChanged(name, former.find(name), next.find(name)));
        LOG.info(
                "The access list was read again: {} principals, {} changed.",
                next.principals().size(),
                changed.size());
    }
}
