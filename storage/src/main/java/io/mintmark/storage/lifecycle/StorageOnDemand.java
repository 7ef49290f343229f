package io.mintmark.storage.lifecycle;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.Image;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A storage that is opened when it is used, and closed when its place among {@link OpenStorages} is needed or nobody
 * used it for long. Safe for any number of threads.
 *
 * <p><b>Why nothing is lost.</b> A verb holds {@link #gate} while it runs, so none meets a storage that is being
 * closed; and closing finishes what was handed over, so what is on its way needs no hold. What follows a commit must
 * not use the storage: the one that closes it may wait for that. A storage whose store failed stays open, so that it is
 * not taken into use again before somebody looked.
 */
public final class StorageOnDemand implements Storage {
    private static final Logger LOG = LoggerFactory.getLogger(StorageOnDemand.class);

    /** An engine that could not be reached is not tried again before. */
    private static final long UNREACHABLE_NANOS = 1_000_000_000;

    private final String name;
    private final Supplier<Storage> opener;
    private final StorageFollower follower;
    private final OpenStorages places;
    private final Ticker ticker;
    private final ReadsOnDemand reads = new ReadsOnDemand(this);
    private final StampedLock gate = new StampedLock();
    /** Held while a thread opens, so that a storage takes one place. */
    private final Lock opening = new ReentrantLock();

    private volatile @Nullable Storage open;
    private volatile @Nullable Known known;
    private volatile long lastUsed;
    /** Whether its store refused to be opened last. */
    private volatile boolean refused;

    private boolean closed;
    /** Why it could not be opened last, and when that was; guarded by {@link #opening}. */
    private @Nullable StorageUnreachableException unreachable;

    private long unreachableAt;

    /** What does not change as long as the server runs. */
    private record Known(BatchScope scope, String databaseId, String life) {}

    /** Creates the storage of the database {@code name}, which {@code opener} opens once there is a place for it. */
    public StorageOnDemand(String name, Supplier<Storage> opener, OpenStorages places) {
        this(name, opener, places, StorageFollower.NOBODY);
    }

    /** Creates the same for a storage that {@code follower} works with while it is open. */
    public StorageOnDemand(String name, Supplier<Storage> opener, OpenStorages places, StorageFollower follower) {
        this.name = name;
        this.follower = follower;
        this.opener = opener;
        this.places = places;
        this.ticker = places.ticker();
        this.lastUsed = ticker.nanos();
    }

    /** Runs a verb of the storage behind this one, which stays open meanwhile. */
    <T> T use(Function<Storage, T> verb) {
        long hold = hold();
        try {
            lastUsed = ticker.nanos();
            return verb.apply(Objects.requireNonNull(open));
        } finally {
            gate.unlockRead(hold);
        }
    }

    @Override
    public StorageReads reads() {
        return reads;
    }

    @Override
    public WriteState writes(WriteKind kind) {
        return use(storage -> storage.writes(kind));
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        return use(storage -> storage.holderOf(counter, number));
    }

    @Override
    public long ceiling() {
        return use(Storage::ceiling);
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return use(Storage::indexes);
    }

    @Override
    public Image image(long logBytesMax) {
        return use(storage -> storage.image(logBytesMax));
    }

    /** The write may be settled after the storage is no longer held. */
    @Override
    public <T> Pending<T> submit(Write<T> write, Party party) {
        openFor(party);
        return use(storage -> storage.submit(write, party));
    }

    /** Returns whether the storage is open now, so that a verb does not wait until it is. */
    public boolean isOpen() {
        Storage now = open;
        return now != null && !now.isOutlived();
    }

    /** Opens the storage if it is not open; lets {@code party} know before, since that waits for the disk. */
    public void openFor(Party party) {
        if (!isOpen()) {
            party.beforeWaiting().run();
            open();
        }
    }

    /** Returns with the gate held and the storage open. */
    private long hold() {
        long hold = gate.readLock();
        while (!isOpen()) {
            gate.unlockRead(hold);
            open();
            hold = gate.readLock();
        }
        return hold;
    }

    /** Opens the storage if it is not open; throws why it cannot be. */
    private void open() {
        opening.lock();
        try {
            if (!isOpen()) {
                requireReachable();
                closeOutlived();
                places.enter(this);
                enter();
            }
        } finally {
            opening.unlock();
        }
    }

    private void closeOutlived() {
        long hold = gate.writeLock();
        try {
            Storage outlived = open;
            if (outlived != null) {
                boolean ignored = closed(outlived);
            }
        } finally {
            gate.unlockWrite(hold);
        }
    }

    /** Those who waited while somebody found the engine gone get the same answer, and do not wait for it in turn. */
    private void requireReachable() {
        StorageUnreachableException why = unreachable;
        if (why != null && ticker.nanos() - unreachableAt < UNREACHABLE_NANOS) {
            throw new StorageUnreachableException(String.valueOf(why.getMessage()), why);
        }
    }

    private void enter() {
        long hold = gate.writeLock();
        try {
            if (closed) {
                throw new StorageClosedException(
                        "The database " + name + " was deleted, or its server is closing, and nothing was done.");
            }
            Storage opened = opened();
            lastUsed = ticker.nanos();
            open = opened;
            unreachable = null;
            refused = false;
        } catch (StorageFailedException e) {
            refused = true;
            throw e;
        } catch (StorageUnreachableException e) {
            unreachable = e;
            unreachableAt = ticker.nanos();
            throw e;
        } finally {
            if (open == null) {
                places.left(this);
            }
            gate.unlockWrite(hold);
        }
    }

    private Storage opened() {
        Storage opened = opener.get();
        try {
            Known told = new Known(opened.batchScope(), opened.databaseId(), opened.life());
            follower.opened(opened);
            known = told;
            return opened;
        } catch (RuntimeException | Error e) {
            try (opened) {
                follower.closing();
            } catch (RuntimeException worse) {
                e.addSuppressed(worse);
            }
            throw e;
        }
    }

    /** Returns whether what follows it has something to do that should not wait until it is opened again. */
    boolean isFollowed() {
        return follower.isBusy();
    }

    /** Returns for how long nobody began to use it, in nanoseconds. */
    long idleNanos() {
        return ticker.nanos() - lastUsed;
    }

    /** Closes the storage if it is open and nobody uses it; returns whether it did. */
    boolean closeIfUnused() {
        long hold = gate.tryWriteLock();
        if (hold == 0) {
            return false;
        }
        try {
            Storage unused = open;
            return unused != null && !unused.hasFailed() && !unused.isToStayOpen() && closed(unused);
        } finally {
            gate.unlockWrite(hold);
        }
    }

    private boolean closed(Storage storage) {
        if (storage.isOutlived()) {
            // What is opened next may be of another life.
            known = null;
        }
        try (storage) {
            follower.closing();
        } catch (RuntimeException e) {
            LOG.warn("The database {} could not be closed in order; it recovers when opened.", name, e);
        } finally {
            open = null;
            places.left(this);
        }
        return true;
    }

    /**
     * Closes for good a storage that was never open, so that nobody opens it any more; returns whether it never was.
     */
    public boolean closeIfNeverOpened() {
        long hold = gate.writeLock();
        try {
            closed |= known == null;
            return known == null;
        } finally {
            gate.unlockWrite(hold);
        }
    }

    private Known known() {
        Storage now = open;
        Known found = now != null && now.isOutlived() ? null : known;
        while (found == null) {
            open();
            // Nothing again if it was closed meanwhile, since what is opened next may be of another life.
            found = known;
        }
        return found;
    }

    /** Returns the database's life, if it was opened before. */
    public Optional<String> knownLife() {
        return Optional.ofNullable(known).map(Known::life);
    }

    @Override
    public BatchScope batchScope() {
        return known().scope();
    }

    @Override
    public String databaseId() {
        return known().databaseId();
    }

    @Override
    public String life() {
        return known().life();
    }

    /** As far as that is known without opening it; to be asked is no use of it. */
    @Override
    public boolean hasFailed() {
        Storage now = open;
        return refused || (now != null && now.hasFailed());
    }

    @Override
    public boolean isBeingCopied() {
        Storage copied = open;
        return copied != null && copied.isBeingCopied();
    }

    @Override
    public void close() {
        long hold = gate.writeLock();
        try {
            closed = true;
            Storage last = open;
            if (last != null) {
                boolean ignored = closed(last);
            }
        } finally {
            gate.unlockWrite(hold);
        }
    }
}
