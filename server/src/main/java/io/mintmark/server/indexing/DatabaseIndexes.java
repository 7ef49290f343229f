package io.mintmark.server.indexing;

import io.mintmark.MintmarkException;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.definition.UnsupportedIndexException;
import io.mintmark.internal.Ticker;
import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.server.databases.IndexState;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.KeptError;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes of one database at work, from its opening to its closing: all of them, or those that this node computes
 * where several share the database. Thread-safe.
 *
 * <p>The list changes under {@link #lock}, first in the store and then here, and is read without it. Threads of indexes
 * take the lock, too, so nobody waits for one of them while holding it.
 */
public final class DatabaseIndexes implements DatabaseFollower, IndexPhases.Owner, IndexHerald.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseIndexes.class);

    private final String database;
    private final IndexPrograms programs;
    private final IndexPermits.OfDatabase permits;
    private final Supplier<IdentityPartsSeparator> separator;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final IndexThreads threads = new IndexThreads(this::thread);
    private final StoredIndexList list = new StoredIndexList();
    private volatile IndexSharing sharing = IndexSharing.ALONE;
    /** Null while the database is closed; changed under the lock. */
    private volatile @Nullable Storage open;

    DatabaseIndexes(
            String database,
            IndexPrograms programs,
            IndexPermits.OfDatabase permits,
            Supplier<IdentityPartsSeparator> separator,
            InstantSource clock) {
        this.database = database;
        this.programs = programs;
        this.permits = permits;
        this.separator = separator;
        this.clock = clock;
    }

    String name() {
        return database;
    }

    @Override
    public void opened(Storage storage) {
        permits.open();
        lock.lock();
        try {
            open = storage;
            list.forget();
            storage.indexes().ifPresent(this::begin);
            if (list.isKnown()) {
                adjust();
            }
        } finally {
            lock.unlock();
        }
    }

    private void begin(IndexStorage indexes) {
        Optional<MintmarkException> absence = indexes.absence();
        if (absence.isPresent()) {
            list.unknown(absence.get());
            return;
        }
        list.read(indexes);
        indexes.shared().ifPresent(shared -> {
            IndexHerald begun = new IndexHerald(database, shared, this);
            sharing = begun;
            begun.start();
        });
    }

    @Override
    public void closing() {
        List<IndexThread> ending;
        IndexSharing last = sharing;
        last.close();
        lock.lock();
        try {
            open = null;
            sharing = IndexSharing.ALONE;
            list.forget();
            ending = threads.takeAll();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        ending.forEach(thread -> thread.worker().close());
        permits.shut();
        ending.forEach(IndexThread::join);
        last.leave();
    }

    @Override
    public boolean isBusy() {
        return threads.areBusy();
    }

    @Override
    public void somethingChanged() {
        threads.wakeAll();
    }

    @Override
    public void indexChanged(long index) {
        threads.wakeAllBut(index);
    }

    /** Returns the separator in force. */
    IdentityPartsSeparator separator() {
        return separator.get();
    }

    /** Returns the list as it stands. */
    IndexList list() {
        return list.now();
    }

    /**
     * Returns what {@code change} makes of the list, once that is on stable storage and its indexes are at work.
     *
     * @throws UnsupportedIndexException if the engine keeps no indexes
     */
    IndexList change(UnaryOperator<IndexList> change) {
        lock.lock();
        try {
            IndexList next = change.apply(list.now());
            while (next != list.now()) {
                boolean isStored = list.store(storage(), next);
                adjust();
                sharing.poke();
                // Another node may have been first.
                next = isStored ? next : change.apply(list.now());
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Learns what any node acknowledged before this call: the next node that is asked must not know less than its
     * client.
     */
    void catchUp() {
        if (!sharing.isShared()) {
            return;
        }
        lock.lock();
        try {
            if (open != null && list.catchUp(storage())) {
                adjust();
                sharing.poke();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public IndexList follow(long newest) {
        lock.lock();
        try {
            if (list.isOtherThan(newest) && open != null) {
                list.read(storage());
                adjust();
            }
            return list.now();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void holdsOthers() {
        lock.lock();
        try {
            if (open != null) {
                adjust();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable IndexWorker worker(long number) {
        return threads.find(number).map(IndexThread::worker).orElse(null);
    }

    /** Returns where the indexes keep what they need. */
    IndexStorage storage() {
        Storage present = open;
        if (present == null) {
            throw new StorageClosedException(
                    "The database " + database + " was closed meanwhile, and nothing was done: try again.");
        }
        return present.indexes()
                .orElseThrow(() -> new UnsupportedIndexException("The engine of the database '" + database
                        + "' keeps no indexes: use a data directory or PostgreSQL, which do."));
    }

    /** Returns the collections of the database. */
    List<NamedNumber> collections(Slice slice) {
        Storage present = open;
        return present == null ? List.of() : present.reads().collections(slice);
    }

    /** Lets those work that the list has and that are computed here, and tells those who wait for a change. */
    private void adjust() {
        threads.adjust(list.now(), sharing);
        changed.signalAll();
    }

    private IndexThread thread(IndexEntry entry) {
        long number = entry.number();
        IndexStorage storage = storage();
        return new IndexThread(
                database,
                entry.name(),
                () -> new IndexPhases(number, this, storage, programs, permits, separator),
                nanos -> entry(number)
                        .map(now -> now.priority().restNanos(nanos))
                        .orElse(0L));
    }

    @Override
    public Optional<IndexEntry> entry(long number) {
        return list.now().find(number);
    }

    @Override
    public boolean awaitTurn(IndexEntry entry) {
        if (!list.now().mustWait(entry)) {
            return true;
        }
        lock.lock();
        try {
            while (open != null
                    && list.now().mustWait(entry)
                    && list.now().find(entry.number()).equals(Optional.of(entry))) {
                changed.await();
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void caughtUp(long number) {
        threads.find(number).ifPresent(thread -> thread.caughtUp(clock.instant()));
        if (entry(number)
                .filter(entry -> entry.phase() == IndexEntry.Phase.REPLACING)
                .isPresent()) {
            IndexList ignored = change(now -> now.caughtUp(number));
        }
    }

    @Override
    public void cleared(long number) {
        IndexList ignored = change(now -> now.cleared(number));
    }

    @Override
    public void doesNotFit(long number, String why) {
        IndexList now = change(before -> before.stop(number, why));
        LOG.warn(
                "index {}/{} was stopped, and goes on when it is told to: {}",
                database,
                now.find(number).map(IndexEntry::name).orElse("?"),
                why);
    }

    /** Returns the errors of an index, the oldest first. */
    List<KeptError> errors(IndexEntry entry) {
        return storage().reads().indexErrors(entry.number());
    }

    /** Makes indexes rest, or go on; at all nodes, where several share the database. */
    void pause(Predicate<IndexEntry> which, boolean pause) {
        Set<Long> numbers = list().entries().stream()
                .filter(entry -> which.test(entry) && entry.phase() != IndexEntry.Phase.LEAVING)
                .map(IndexEntry::number)
                .collect(Collectors.toSet());
        boolean isShared = sharing.isShared();
        if (isShared || !pause) {
            IndexList ignored = change(now -> now.pause(numbers, pause));
        }
        if (!isShared) {
            numbers.forEach(number -> threads.find(number)
                    .map(IndexThread::worker)
                    .ifPresent(pause ? IndexWorker::pause : IndexWorker::resume));
        }
    }

    /** Lets an index collect changes no longer, since somebody asks whether it has followed them. */
    void hurry(IndexEntry entry) {
        threads.find(entry.number()).map(IndexThread::worker).ifPresent(IndexWorker::hurry);
    }

    /** Returns the state of an index, if it is at work. */
    Optional<IndexState> state(IndexEntry entry) {
        return sharing.states(List.of(entry), threads).stream().findFirst();
    }

    /**
     * Returns what becomes true once an index has followed everything that was committed before this call, or false if
     * it ends before; empty if nobody works for it.
     */
    Optional<CompletableFuture<Boolean>> whenCaughtUp(IndexEntry entry) {
        Optional<CompletableFuture<Boolean>> here =
                threads.find(entry.number()).map(thread -> thread.worker().whenCaughtUp());
        return sharing.whenCaughtUp(entry.number(), here);
    }

    @Override
    public List<IndexState> indexes() {
        List<IndexEntry> shown = list().entries().stream()
                .filter(entry -> entry.phase() != IndexEntry.Phase.LEAVING)
                .toList();
        return sharing.states(shown, threads);
    }

    @Override
    public CompletableFuture<List<String>> whenIndexed(
            Collection<String> names, Duration timeout, CompletableFuture<Void> givenUp) {
        long end = Ticker.SYSTEM.nanos() + timeout.toNanos();
        // Another node may have put an index a moment ago, and one that began without the engine knows none.
        return IndexWait.within(sharing.whenListed(), timeout.toNanos(), givenUp)
                .thenCompose(isListed -> {
                    boolean isKnown = list.isKnown();
                    IndexWait wait = new IndexWait(this, isKnown ? list() : IndexList.NONE, givenUp);
                    return isListed && isKnown
                            ? wait.run(names, end)
                            : CompletableFuture.completedFuture(wait.late(names));
                });
    }
}
