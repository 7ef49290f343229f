package io.mintmark.server.access;

import io.mintmark.internal.Ticker;
import io.mintmark.server.access.file.AccessFile;
import io.mintmark.server.access.file.AccessFileException;
import io.mintmark.server.access.principal.AccessList;
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
 * The access list that a running server obeys, at most a second behind its file. Thread-safe.
 *
 * <p>A change that cannot be used is refused: what was known before stays in force, and the log says so once. That the file
 * is gone is such a change, so nobody opens a server by removing it. A file that could not be read is tried again.
 */
final class AccessInForce {
    private static final Logger LOG = LoggerFactory.getLogger(AccessInForce.class);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000;

    private final AccessFile file;
    private final Ticker ticker;
    private final AuditLog audit;
    private final ReentrantLock looking = new ReentrantLock();
    private final AtomicLong lastLook;
    private volatile @Nullable AccessList list;
    private AccessFile.Stamp used;
    private AccessFile.@Nullable Stamp refused;

    /**
     * Reads the list.
     *
     * @throws AccessFileException if there is one that cannot be used, or one was lost
     */
    AccessInForce(AccessFile file, Ticker ticker, AuditLog audit) {
        this.file = file;
        this.ticker = ticker;
        this.audit = audit;
        this.lastLook = new AtomicLong(ticker.nanos());
        this.used = AccessFile.Stamp.MISSING;
        try {
            // The stamp comes first: a list that is put there meanwhile has another one, and is read again.
            used = file.stamp();
        } catch (IOException e) {
            throw new AccessFileException(
                    "The access list " + file.path() + " cannot be looked at (" + e
                            + "): see to the directory's rights.",
                    e);
        }
        this.list = file.read().orElse(null);
        if (list == null) {
            file.requireNotLost();
        }
    }

    /** Returns the list in force, or null where access control was never set up. */
    @Nullable AccessList current() {
        long last = lastLook.get();
        long now = ticker.nanos();
        if (now - last >= LOOK_EVERY_NANOS && lastLook.compareAndSet(last, now)) {
            look();
        }
        return list;
    }

    /** Changes the file, which must be there, and obeys it from now on. */
    AccessList change(UnaryOperator<AccessList> change) {
        try {
            return file.change(change);
        } finally {
            // Also after a failure, which may have come behind the change.
            look();
        }
    }

    private void look() {
        looking.lock();
        try {
            AccessFile.Stamp found = file.stamp();
            if (!found.equals(used)) {
                read(found);
            }
        } catch (IOException e) {
            refuse(new AccessFile.Stamp(e.toString(), null, 0), "it cannot be looked at (" + e + ")");
        } finally {
            looking.unlock();
        }
    }

    private void read(AccessFile.Stamp found) {
        try {
            Optional<AccessList> read = file.read();
            if (read.isEmpty()) {
                refuse(
                        found,
                        "The access list " + file.path()
                                + " is gone: put it back. To do without, stop the server and remove"
                                + " access.lock, too.");
                return;
            }
            tell(read.get());
            list = read.get();
            used = found;
            refused = null;
        } catch (AccessFileException e) {
            refuse(found, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(AccessFile.Stamp found, String why) {
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
