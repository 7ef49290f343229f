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
 * The indexes of one database at work, from its opening to its closing. Thread-safe.
 *
 * <p>The list changes under {@link #lock}, first in the store and then here, and is read without it. Threads of indexes take the lock,
 * too, so nobody waits for one of them while holding it.
 */
public final class DatabaseIndexes implements DatabaseFollower, IndexLife.Owner {
    private final String database;
    private final IndexPrograms programs;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Long, IndexRunner> runners = new ConcurrentHashMap<>();
    private volatile IndexList list = IndexList.NONE;
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
            list = storage.indexes()
                    .map(indexes -> IndexListForm.read(indexes.list()))
                    .orElse(IndexList.NONE);
            adjust();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void closing() {
        List<IndexRunner> ending;
        lock.lock();
        try {
            open = null;
            list = IndexList.NONE;
            ending = List.copyOf(runners.values());
            runners.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        ending.forEach(runner -> runner.worker().close());
        ending.forEach(IndexRunner::join);
    }

    @Override
    public boolean isBusy() {
        return runners.values().stream().anyMatch(IndexRunner::isBusy);
    }

    @Override
    public void somethingChanged() {
        runners.values().forEach(runner -> runner.worker().wake());
    }

    @Override
    public void indexChanged(long index) {
        runners.forEach((number, runner) -> {
            if (number != index) {
                runner.worker().wake();
            }
        });
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
            if (next != list) {
                Set<Long> numbers =
                        next.entries().stream().map(IndexEntry::number).collect(Collectors.toSet());
                storage().putList(IndexListForm.write(next), numbers);
                list = next;
                adjust();
                changed.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Returns where the indexes keep what they need. */
    IndexStorage storage() {
        Storage present = open;
        if (present == null) {
            throw new StorageClosedException(
                    "The database " + database + " was closed meanwhile, and nothing was done: try again.");
        }
        return present.indexes()
                .orElseThrow(
                        () -> new UnsupportedIndexException("Indexes are not built on this engine yet: the database '"
                                + database + "' keeps none. Start a server on a data directory, which has them."));
    }

    /** Returns the collections of the database. */
    List<NamedNumber> collections(Slice slice) {
        Storage present = open;
        return present == null ? List.of() : present.collections(slice);
    }

    /** Gives each index of the list a thread, and ends those of indexes that are gone. */
    private void adjust() {
        for (IndexEntry entry : list.entries()) {
            if (!runners.containsKey(entry.number())) {
                start(entry);
            } else if (entry.phase() == IndexEntry.Phase.LEAVING) {
                // It has no name any more by which somebody could start it.
                runner(entry).ifPresent(runner -> runner.worker().resume());
            }
        }
        runners.forEach((number, runner) -> {
            if (list.find(number).isEmpty()) {
                runner.worker().close();
                runners.remove(number);
            }
        });
        runners.values().forEach(runner -> runner.worker().wake());
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

    /** Makes indexes rest, or go on. */
    void pause(Predicate<IndexEntry> which, boolean pause) {
        for (IndexEntry entry : list.entries()) {
            if (which.test(entry) && entry.phase() != IndexEntry.Phase.LEAVING) {
                runner(entry).map(IndexRunner::worker).ifPresent(pause ? IndexWorker::pause : IndexWorker::resume);
            }
        }
    }

    /** Lets an index collect changes no longer, since somebody asks whether it has followed them. */
    void hurry(IndexEntry entry) {
        runner(entry).map(IndexRunner::worker).ifPresent(IndexWorker::hurry);
    }

    /** Returns the state of an index, if it is at work. */
    Optional<IndexState> state(IndexEntry entry) {
        return runner(entry).map(runner -> runner.state(entry));
    }

    @Override
    public List<IndexState> indexes() {
        return list.entries().stream()
                .filter(entry -> entry.phase() != IndexEntry.Phase.LEAVING)
                .flatMap(entry -> state(entry).stream())
                .toList();
    }

    @Override
    public CompletableFuture<List<String>> whenIndexed(Collection<String> names, Duration timeout) {
        return new IndexWait(this, list).run(names, timeout);
    }
}
