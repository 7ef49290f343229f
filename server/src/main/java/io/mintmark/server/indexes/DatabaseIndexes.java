package io.mintmark.server.indexes;

import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.server.databases.IndexState;
import io.mintmark.server.indexes.definition.UnsupportedIndexException;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageClosedException;
import io.mintmark.server.storage.index.IndexStorage;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.SharedIndexes;
import io.mintmark.server.storage.index.SharedLook;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of one database at work, from its opening to its closing: all of them, or those that this node computes where several
 * share the database. Thread-safe.
 *
 * <p>The list changes under {@link #lock}, first in the store and then here, and is read without it. Threads of indexes take the lock,
 * too, so nobody waits for one of them while holding it.
 */
public final class DatabaseIndexes implements DatabaseFollower, IndexLife.Owner, IndexHerald.Owner {
    private final String database;
    private final IndexPrograms programs;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Long, IndexRunner> runners = new ConcurrentHashMap<>();
    private volatile IndexList list = IndexList.NONE;
    /** The version of the list in the store; guarded by the lock. */
    private long version;
    /** Null where one server has the database to itself. */
    private volatile @Nullable IndexHerald herald;
    /** Null while the database is closed; changed under the lock. */
    private volatile @Nullable Storage open;

    DatabaseIndexes(String database, IndexPrograms programs, InstantSource clock) {
        this.database = database;
        this.programs = programs;
        this.clock = clock;
    }

    @Override
    public void opened(Storage storage) {
        lock.lock();
        try {
            open = storage;
            list = IndexList.NONE;
            storage.indexes().ifPresent(this::begin);
            adjust();
        } finally {
            lock.unlock();
        }
    }

    private void begin(IndexStorage indexes) {
        Optional<SharedIndexes> shared = indexes.shared();
        if (shared.isEmpty()) {
            list = IndexListForm.read(indexes.list());
            return;
        }
        read(shared.get());
        IndexHerald begun = new IndexHerald(database, shared.get(), this);
        herald = begun;
        begun.start();
    }

    private void read(SharedIndexes shared) {
        SharedIndexes.Listed listed = shared.listed();
        list = IndexListForm.read(listed.list());
        version = listed.version();
    }

    @Override
    public void closing() {
        List<IndexRunner> ending;
        IndexHerald last = herald;
        if (last != null) {
            last.close();
        }
        lock.lock();
        try {
            open = null;
            herald = null;
            list = IndexList.NONE;
            ending = List.copyOf(runners.values());
            runners.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        ending.forEach(runner -> runner.worker().close());
        ending.forEach(IndexRunner::join);
        if (last != null) {
            last.leave();
        }
    }

    @Override
    public boolean isBusy() {
        return runners.values().stream().anyMatch(IndexRunner::isBusy);
    }

    @Override
    public void somethingChanged() {
        runners.values().forEach(runner -> runner.worker().wake());
    }

    /** Returns the list as it stands. */
    IndexList list() {
        return list;
    }

    /**
     * Returns what {@code change} makes of the list, once that is on stable storage and its indexes are at work.
     *
     * @throws UnsupportedIndexException if the engine keeps no indexes
     */
    IndexList change(UnaryOperator<IndexList> change) {
        lock.lock();
        try {
            IndexList next = change.apply(list);
            while (next != list && !store(next)) {
                next = change.apply(list);
            }
            if (next != list) {
                list = next;
                adjust();
                changed.signalAll();
                poke();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether it did; if another node was first, the list is what that one stored. */
    private boolean store(IndexList next) {
        Set<Long> numbers = next.entries().stream().map(IndexEntry::number).collect(Collectors.toSet());
        byte[] form = IndexListForm.write(next);
        Optional<SharedIndexes> shared = storage().shared();
        if (shared.isEmpty()) {
            storage().putList(form, numbers);
            return true;
        }
        if (shared.get().putList(version, form, numbers)) {
            version++;
            return true;
        }
        read(shared.get());
        adjust();
        changed.signalAll();
        return false;
    }

    private void poke() {
        IndexHerald present = herald;
        if (present != null) {
            present.poke();
        }
    }

    @Override
    public IndexList follow(long newest) {
        lock.lock();
        try {
            if (newest != version && open != null) {
                storage().shared().ifPresent(this::read);
                adjust();
                changed.signalAll();
            }
            return list;
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
        IndexRunner runner = runners.get(number);
        return runner == null ? null : runner.worker();
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
        return present == null ? List.of() : present.collections(slice);
    }

    /** Gives each index that is computed here a thread, and ends those of indexes that are gone, or another node's. */
    private void adjust() {
        runners.forEach((number, runner) -> {
            if (list.find(number).isEmpty() || !isHere(number) || (herald != null && runner.isReplaced())) {
                runner.worker().close();
                runners.remove(number);
            }
        });
        for (IndexEntry entry : list.entries()) {
            if (isHere(entry.number())) {
                attend(entry);
            }
        }
        runners.values().forEach(runner -> runner.worker().wake());
    }

    private boolean isHere(long number) {
        IndexHerald present = herald;
        return present == null || present.holds(number);
    }

    private void attend(IndexEntry entry) {
        if (!runners.containsKey(entry.number())) {
            start(entry);
        }
        boolean isLeaving = entry.phase() == IndexEntry.Phase.LEAVING;
        runner(entry).map(IndexRunner::worker).ifPresent(worker -> {
            if (entry.paused() && !isLeaving) {
                worker.pause();
            } else if (isLeaving || herald != null) {
                // What leaves has no name any more by which somebody could start it.
                worker.resume();
            }
        });
    }

    private void start(IndexEntry entry) {
        long number = entry.number();
        IndexStorage storage = storage();
        IndexRunner runner = new IndexRunner(
                database,
                entry.name(),
                () -> new IndexLife(number, this, storage, programs),
                nanos -> entry(number)
                        .map(now -> now.priority().restNanos(nanos))
                        .orElse(0L));
        runners.put(number, runner);
        runner.start();
    }

    Optional<IndexRunner> runner(IndexEntry entry) {
        return Optional.ofNullable(runners.get(entry.number()));
    }

    @Override
    public Optional<IndexEntry> entry(long number) {
        return list.find(number);
    }

    @Override
    public boolean awaitTurn(IndexEntry entry) {
        if (!list.mustWait(entry)) {
            return true;
        }
        lock.lock();
        try {
            while (open != null
                    && list.mustWait(entry)
                    && list.find(entry.number()).equals(Optional.of(entry))) {
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
        IndexRunner runner = runners.get(number);
        if (runner != null) {
            runner.caughtUp(clock.instant());
        }
        if (list.find(number)
                .filter(entry -> entry.phase() == IndexEntry.Phase.REPLACING)
                .isPresent()) {
            IndexList ignored = change(now -> now.caughtUp(number));
        }
    }

    @Override
    public void cleared(long number) {
        IndexList ignored = change(now -> now.cleared(number));
    }

    /** Returns the errors of an index, the oldest first. */
    List<KeptError> errors(IndexEntry entry) {
        return storage().errors(entry.number());
    }

    /** Makes indexes rest, or go on; at all nodes, where several share the database. */
    void pause(Predicate<IndexEntry> which, boolean pause) {
        if (herald != null) {
            Set<Long> numbers = list.entries().stream()
                    .filter(which)
                    .map(IndexEntry::number)
                    .collect(Collectors.toSet());
            IndexList ignored = change(now -> now.pause(numbers, pause));
            return;
        }
        for (IndexEntry entry : list.entries()) {
            if (which.test(entry) && entry.phase() != IndexEntry.Phase.LEAVING) {
                runner(entry).map(IndexRunner::worker).ifPresent(pause ? IndexWorker::pause : IndexWorker::resume);
            }
        }
    }

    /** Returns the state of an index, if it is at work. */
    Optional<IndexState> state(IndexEntry entry) {
        IndexHerald present = herald;
        return present == null
                ? runner(entry).map(runner -> runner.state(entry))
                : Optional.of(IndexHerald.state(entry, present.now()));
    }

    /**
     * Returns what becomes true once an index has followed everything that was committed before this call, or false if it ends before;
     * empty if nobody works for it.
     */
    Optional<CompletableFuture<Boolean>> whenCaughtUp(IndexEntry entry) {
        Optional<CompletableFuture<Boolean>> here =
                runner(entry).map(runner -> runner.worker().whenCaughtUp());
        IndexHerald present = herald;
        return present == null ? here : Optional.of(present.arrivals().of(entry.number(), here));
    }

    @Override
    public List<IndexState> indexes() {
        List<IndexEntry> shown = list.entries().stream()
                .filter(entry -> entry.phase() != IndexEntry.Phase.LEAVING)
                .toList();
        IndexHerald present = herald;
        if (present == null || shown.isEmpty()) {
            return shown.stream().flatMap(entry -> state(entry).stream()).toList();
        }
        SharedLook look = present.now();
        return shown.stream().map(entry -> IndexHerald.state(entry, look)).toList();
    }

    @Override
    public CompletableFuture<List<String>> whenIndexed(Collection<String> names, Duration timeout) {
        return new IndexWait(this, list).run(names, timeout);
    }
}
