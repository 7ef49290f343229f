package io.mintmark.storage.postgresql.claim;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.group.OneThread;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's file that says how far it had come in each database when it acknowledged something last: a store that shows
 * less was put back from a backup, or lost what it had promised. Safe for any number of threads.
 *
 * <p>It holds what was acknowledged, at most a second old, so it is never ahead of the store it vouches for, and a
 * crash is no alarm. It has the position of each of the two lanes, because neither says anything of the other. It knows
 * what this node wrote, under whatever tag. About the others it knows the version of the list that all nodes change,
 * and the age of the store, which is less in each older copy, whoever wrote since.
 */
public final class NodeWitness implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWitness.class);
    /**
     * How much of the store's age the file may lack: the age grows all the time, and an idle node writes no file each
     * second.
     */
    private static final long AGE_UNWRITTEN_MAX = 10;

    private final WitnessFile file;
    private final Transactions transactions;
    private final Map<WitnessedProgress.Key, WitnessedProgress> seen = new LinkedHashMap<>();
    private final ExecutorService thread =
            OneThread.named("mintmark-witness", new LinkedBlockingQueue<>(), (task, executor) -> {});

    private SeenStore store;
    /** The version of the list by which deleted databases were forgotten last. */
    private long tidiedAt;

    /** The age that the file has. */
    private long written;

    private boolean changed;
    private boolean saving;
    private boolean failing;

    private NodeWitness(WitnessFile file, Transactions transactions, SeenStore store, List<WitnessedProgress> lanes) {
        this.file = file;
        this.transactions = transactions;
        this.store = store;
        lanes.forEach(lane -> seen.put(lane.key(), lane));
    }

    /**
     * Reads the file, or begins with an empty one. {@link #refusal()} says whether the store is older.
     *
     * @throws StorageFailedException if it cannot be read, is none, or is of another store
     */
    public static NodeWitness open(Path path, Transactions transactions) {
        WitnessFile file = new WitnessFile(path);
        WitnessFile.Content content = file.read();
        SeenStore now = transactions.read(SeenStore::read);
        SeenStore once = content.store().orElse(now);
        if (!now.id().equals(once.id())) {
            throw new StorageFailedException(
                    "The witness " + file + " is of another store than the one that is given: correct"
                            + " --store or --store-schema, or give each store a --data of its own. Delete the witness if the store"
                            + " was begun anew and may give out the same numbers again.");
        }
        return new NodeWitness(file, transactions, once, content.lanes());
    }

    /** Returns the refusal of a store that shows less than was seen; empty if it does not. */
    public Optional<StorageFailedException> refusal() {
        SeenStore now = transactions.read(SeenStore::read);
        return olderList(now.catalog())
                .or(() -> transactions.read(this::refusal))
                .or(() -> youngerStore(now.age()));
    }

    /** Returns the highest age of the store that was seen. */
    public synchronized long age() {
        return store.age();
    }

    private synchronized Optional<StorageFailedException> refusal(Connection connection) throws SQLException {
        Set<String> ids =
                seen.keySet().stream().map(WitnessedProgress.Key::databaseId).collect(Collectors.toSet());
        StoredLanes now = StoredLanes.read(connection, ids);
        return seen.values().stream()
                .flatMap(once -> now.database(once.databaseId()).stream()
                        .flatMap(database ->
                                refusal(database.name(), database.incarnation(), once, now.of(once.key())).stream()))
                .findFirst();
    }

    /**
     * Returns the refusal of a store whose list of databases, or age, is less than what was seen; empty if neither is.
     */
    public Optional<StorageFailedException> refusal(long catalog, long age) {
        return olderList(catalog).or(() -> youngerStore(age));
    }

    private synchronized Optional<StorageFailedException> olderList(long catalog) {
        return catalog < store.catalog()
                ? Optional.of(older("its list of databases and settings stands at version " + catalog, store.catalog()))
                : Optional.empty();
    }

    private synchronized Optional<StorageFailedException> youngerStore(long age) {
        return age < store.age()
                ? Optional.of(older("nodes made heartbeats in it up to number " + age, store.age()))
                : Optional.empty();
    }

    private StorageFailedException older(String now, long once) {
        return new StorageFailedException("The store is an older copy: " + now + ", but the witness " + file
                + " has seen " + once + '.' + OlderStore.REMEDY);
    }

    /** Returns the refusal of a database of which more was seen than {@code now}; empty if it was not. */
    public synchronized Optional<StorageFailedException> refusal(String name, WitnessedProgress now) {
        WitnessedProgress once = seen.get(now.key());
        return once == null ? Optional.empty() : refusal(name, now.incarnation(), once, now.written());
    }

    /**
     * Returns the refusal of a database that shows less than this node had acknowledged there; empty if it does not.
     */
    public Optional<StorageFailedException> refusal(
            String name, long incarnation, WitnessedProgress once, WriterProgress now) {
        if (!once.isBeyond(incarnation, now)) {
            return Optional.empty();
        }
        return Optional.of(new StorageFailedException("The store is an older copy: its database " + name + " stands at "
                + WitnessedProgress.words(incarnation, now) + " of node "
                + now.writer().node() + ", but the witness " + file
                + " has seen " + WitnessedProgress.words(once.incarnation(), once.written()) + '.'
                + OlderStore.REMEDY));
    }

    /** Takes note of the list that all nodes change, and of how far this one had come; returns at once. */
    public synchronized void saw(long catalog, long age, Collection<WitnessedProgress> now) {
        changed |= catalog > store.catalog() || age - written >= AGE_UNWRITTEN_MAX;
        store = new SeenStore(store.id(), Math.max(catalog, store.catalog()), Math.max(age, store.age()));
        for (WitnessedProgress one : now) {
            if (!one.equals(seen.put(one.key(), one))) {
                changed = true;
            }
        }
        if (changed && !saving) {
            saving = true;
            thread.execute(this::save);
        }
    }

    /** A witness that cannot be written stops nothing: it is told once, and tried again. */
    private void save() {
        try {
            forgetDeleted();
            write();
            saved(true);
        } catch (IOException | RuntimeException e) {
            if (saved(false)) {
                LOG.warn(
                        "The witness {} cannot be written ({}): a store that is put back from an old backup may go unnoticed.",
                        file,
                        FailureText.of(e));
            }
        }
    }

    private void write() throws IOException {
        SeenStore nowStore;
        List<WitnessedProgress> now;
        synchronized (this) {
            changed = false;
            nowStore = store;
            now = List.copyOf(seen.values());
        }
        file.write(nowStore, now);
        wrote(nowStore.age());
    }

    private synchronized void wrote(long age) {
        written = age;
    }

    /** One that is created meanwhile, and forgotten here, is seen again a second later. */
    private void forgetDeleted() {
        long catalog = catalog();
        if (catalog == tidiedAt) {
            return;
        }
        try {
            Set<String> there = Set.copyOf(transactions.read(connection ->
                    Statements.rows(connection, row -> row.getString(1), "SELECT database_id FROM database")));
            synchronized (this) {
                seen.keySet().removeIf(key -> !there.contains(key.databaseId()));
            }
            tidiedAt = catalog;
        } catch (MintmarkException e) {
            LOG.debug("the witness cannot ask which databases are there; it asks again", e);
        }
    }

    private synchronized long catalog() {
        return store.catalog();
    }

    /** Returns whether a failure is news. */
    private synchronized boolean saved(boolean done) {
        boolean news = !done && !failing;
        failing = !done;
        changed |= !done;
        saving = false;
        return news;
    }

    /** Writes what is left to be written, and ends. */
    @Override
    public void close() {
        if (DaemonThreads.outlives(thread, Duration.ofSeconds(5))) {
            LOG.warn("The witness {} takes long to write; it is left to itself.", file);
        }
        if (hasChanged()) {
            save();
        }
    }

    private synchronized boolean hasChanged() {
        return changed || store.age() > written;
    }
}
