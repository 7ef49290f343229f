package io.mintmark.web.access;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Printable;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.AccessListException;
import io.mintmark.web.access.principal.StoredAccessList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the access list that a running server obeys at most a second behind what is stored. Thread-safe.
 *
 * <p>A change that cannot be used is refused: what was known before stays in force, and the log says so once. That the
 * list is gone is such a change, so nobody opens a server by removing it. A list that could not be read is tried again.
 *
 * <p>No request looks: a thread of its own looks at a file, and a list that nodes share tells of its changes.
 */
final class AccessListFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessListFollower.class);

    private static final int NAMES_SHOWN = 20;

    private final StoredAccessList stored;
    private final AuditLog audit;
    private final AtomicReference<@Nullable AccessList> inForce;
    private final ReentrantLock looking = new ReentrantLock();
    private @Nullable ScheduledExecutorService timer;
    private Object used;
    private @Nullable Object refused;

    /**
     * Reads the list.
     *
     * @param inForce gets the list that is obeyed now; null where access control was never set up
     * @throws AccessListException if there is one that cannot be used, or one was lost
     */
    AccessListFollower(StoredAccessList stored, AuditLog audit, AtomicReference<@Nullable AccessList> inForce) {
        this.stored = stored;
        this.audit = audit;
        this.inForce = inForce;
        try {
            // The stamp comes first: a list that is put there meanwhile has another one, and is read again.
            this.used = stored.stamp();
        } catch (IOException e) {
            throw new AccessListException(
                    "The access list " + stored.shown() + " cannot be looked at (" + FailureText.of(e)
                            + "): see to the directory's rights.",
                    e);
        }
        @Nullable AccessList first = stored.read().orElse(null);
        if (first == null) {
            stored.requireNotLost();
        }
        inForce.set(first);
    }

    /** Begins to follow. */
    synchronized void begin() {
        stored.whenChanged(this::lookOn);
        if (stored.lookEvery().isPresent() && timer == null) {
            timer = lookAgainAfter(stored.lookEvery().get().toNanos());
        }
        // A change before that told nobody.
        lookOn();
    }

    private ScheduledExecutorService lookAgainAfter(long nanos) {
        ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
                DaemonThreads.named(AccessListFollower.class, "mintmark-access"));
        var ignored = looks.scheduleWithFixedDelay(this::lookOn, nanos, nanos, TimeUnit.NANOSECONDS);
        return looks;
    }

    /** A failure that left it would end the schedule, or somebody's heartbeat. */
    private void lookOn() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            LOG.error("The access list could not be looked at; the one that was known before stays in force.", e);
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
            // Also after a failure, which may have come after the change.
            look();
        }
    }

    /** Obeys what was acknowledged anywhere before this call. */
    void catchUp() {
        stored.refresh();
        look();
    }

    /** Obeys what is stored now, if it can be used. */
    void look() {
        looking.lock();
        try {
            Object found = stored.stamp();
            if (!found.equals(used)) {
                read(found);
            }
        } catch (IOException e) {
            refuse(FailureText.of(e), "it cannot be looked at (" + FailureText.of(e) + ")");
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
            inForce.set(read.get());
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
        @Nullable AccessList before = inForce.get();
        AccessList former = before == null ? AccessList.NOBODY : before;
        List<String> changed = former.namesChangedIn(next);
        if (before == null) {
            LOG.info("Access control is set up and enforced from now on, on loopback, too.");
        }
        changed.forEach(name -> audit.listChanged(name, former.find(name), next.find(name)));
        LOG.info(
                "The access list was read again: {} principals, {} changed: {}",
                next.principals().size(),
                changed.size(),
                shown(changed));
    }

    private static String shown(List<String> names) {
        String first = names.stream().limit(NAMES_SHOWN).map(Printable::brief).collect(Collectors.joining(", "));
        return names.size() > NAMES_SHOWN ? first + " and others" : first;
    }

    /** Looks no more. */
    @Override
    public synchronized void close() {
        ScheduledExecutorService looks = timer;
        if (looks != null) {
            looks.shutdownNow();
        }
    }
}
