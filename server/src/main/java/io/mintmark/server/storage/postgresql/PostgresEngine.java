package io.mintmark.server.storage.postgresql;

import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.EngineState;
import io.mintmark.server.storage.RandomName;
import io.mintmark.server.storage.Setting;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.StoreClass;
import io.mintmark.server.storage.Topology;
import io.mintmark.server.storage.ahead.SuperRangeStorage;
import io.mintmark.server.storage.evaluation.EarlierLives;
import io.mintmark.server.storage.postgresql.catalog.Catalog;
import io.mintmark.server.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.server.storage.postgresql.catalog.Erasure;
import io.mintmark.server.storage.postgresql.claim.Claim;
import io.mintmark.server.storage.postgresql.claim.Claims;
import io.mintmark.server.storage.postgresql.claim.Heard;
import io.mintmark.server.storage.postgresql.claim.Heartbeat;
import io.mintmark.server.storage.postgresql.claim.Members;
import io.mintmark.server.storage.postgresql.claim.Standing;
import io.mintmark.server.storage.postgresql.layout.Layout;
import io.mintmark.server.storage.postgresql.layout.StoreClassReading;
import io.mintmark.server.storage.postgresql.pool.PostgresConnections;
import io.mintmark.server.storage.postgresql.pool.Statements;
import io.mintmark.server.storage.postgresql.pool.Transactions;
import io.mintmark.server.storage.postgresql.write.Surroundings;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Databases as rows of tables in PostgreSQL, which this node shares with others while it has its claim.
 *
 * <p>The tables can be read with the ordinary {@code psql}. Safe for any number of threads.
 */
public final class PostgresEngine implements StorageEngine {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresEngine.class);

    private final PostgresConnections connections;
    private final Transactions transactions;
    private final PostgresSettings settings;
    private final RandomBytes random;
    private final Map<Long, WeakReference<PostgresStorage>> opened = new ConcurrentHashMap<>();
    private final StoreClass storeClass;
    private final Claims claims;
    private final Heartbeat heartbeat;
    private final Standing standing;
    private final Catalog catalog;
    private final Erasure erasure;
    private final Members members;
    /** Of leases that this node cuts by itself: the upper half of its claim's serials. */
    private final AtomicLong serialsAhead;

    private volatile long lastSizeBytes;

    private PostgresEngine(PostgresSettings settings, PostgresConnections connections, RandomBytes random) {
        this.settings = settings;
        this.connections = connections;
        this.random = random;
        this.transactions = new Transactions(connections, Sleeper.SYSTEM);
        new Layout(connections, random, Sleeper.SYSTEM).bringUpToDate();
        this.storeClass = readStoreClass();
        String cluster = clusterId();
        this.claims = new Claims(
                transactions,
                settings.times(),
                RandomName.of(random),
                settings.nodeUrl(),
                Sleeper.SYSTEM,
                Ticker.SYSTEM);
        Claim claim = settings.tag().map(claims::of).orElseGet(claims::lowest);
        LOG.info("This is node {} of the store, by claim {}.", claim.tag(), claim.epoch());
        this.standing = new Standing(claim, settings.times().lapse(), Ticker.SYSTEM);
        this.serialsAhead = new AtomicLong(claim.serialsOfItsOwnAfter());
        this.members = new Members(cluster, claim, settings.times().lapse());
        try {
            this.catalog = new Catalog(transactions, standing, random);
        } catch (RuntimeException | Error e) {
            giveTagBack();
            throw e;
        }
        this.heartbeat =
                Heartbeat.start(connections, settings.times(), standing, Ticker.SYSTEM, opened::keySet, this::heard);
        this.erasure = new Erasure(transactions);
        erasure.begin();
    }

    /**
     * Enters PostgreSQL, lays the tables out where they are not there, and claims a tag.
     *
     * @throws StorageFailedException if it cannot be reached or entered, is no primary, was laid out by a newer version, or if
     *     another server holds the tag
     */
    public static PostgresEngine open(PostgresSettings settings) {
        PostgresConnections connections = PostgresConnections.open(settings.address());
        try {
            return new PostgresEngine(settings, connections, RandomBytes.secure());
        } catch (RuntimeException | Error e) {
            connections.close();
            throw e;
        }
    }

    private void heard(Heard heard) {
        catalog.version().heard(heard.catalog());
        members.heard(heard).forEach(claims::bury);
        if (heard.state().equals("lapsed")) {
            // It was silent for too long, but nobody took its tag.
            members.url().ifPresent(url -> claims.serve(standing.claim(), url));
        }
        opened.forEach((number, reference) -> {
            PostgresStorage storage = reference.get();
            if (storage == null) {
                boolean ignored = opened.remove(number, reference);
            } else {
                storage.liftEtags(heard.etags().getOrDefault(number, 0L));
            }
        });
    }

    private String clusterId() {
        return transactions
                .read(connection -> Statements.rows(connection, row -> row.getString(1), "SELECT id FROM cluster"))
                .get(0);
    }

    private StoreClass readStoreClass() {
        StoreClass read = transactions.read(StoreClassReading::of).storeClass();
        String because = read.why().isEmpty() ? "" : ", since " + read.why();
        String where = connections.address().shown();
        if (read.level() == StoreClass.Level.BEST_EFFORT) {
            LOG.warn(
                    "PostgreSQL at {} promises store class {}{}: a crash may lose what was acknowledged. Change the setting"
                            + " there if that is not meant.",
                    where,
                    read.level().text(),
                    because);
        } else {
            LOG.info(
                    "PostgreSQL at {} promises store class {}{}.",
                    where,
                    read.level().text(),
                    because);
        }
        return read;
    }

    /** Returns the tag that this node has. */
    public NodeTag tag() {
        return standing.claim().tag();
    }

    /** Returns what this node knows of its claim and of the others. */
    public Standing standing() {
        return standing;
    }

    @Override
    public StoreClass storeClass() {
        return storeClass;
    }

    @Override
    public EngineState state() {
        return standing.state();
    }

    /** A node that was fenced would tell of a catalog that others change. */
    private Catalog catalog() {
        if (standing.state() == EngineState.FENCED) {
            throw standing.refusal();
        }
        return catalog;
    }

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return catalog().entries(slice);
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return catalog().entry(name);
    }

    @Override
    public Optional<byte[]> record(DatabaseEntry entry) {
        return catalog().record(entry);
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        return catalog().create(name, record);
    }

    @Override
    public boolean delete(String name, Removal removal) {
        Optional<DatabaseEntry> gone = catalog().remove(name, removal == Removal.ERASE);
        gone.ifPresent(entry -> {
            if (removal == Removal.ERASE) {
                erasure.begin();
            } else {
                LOG.info(
                        "The database {} was deleted without HardDelete, so its rows stay under the number {}. To erase them,"
                                + " run UPDATE {}.removed SET erase = true WHERE number = {} and start a server anew.",
                        entry.name(),
                        entry.number(),
                        connections.address().schema(),
                        entry.number());
            }
        });
        return gone.isPresent();
    }

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        DatabaseRow row = catalog().row(entry).orElseThrow(() -> deleted(entry));
        PostgresStorage storage = PostgresStorage.open(row, surroundings(catalog.earlierLives(entry.name()), listener));
        try {
            if (!catalog.isThereFor(row, tag().text())) {
                throw deleted(entry);
            }
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
        opened.put(entry.number(), new WeakReference<>(storage));
        return settings.rangesAhead()
                ? new SuperRangeStorage(
                        storage, storage, tag(), serialsAhead::incrementAndGet, settings.clock(), Ticker.SYSTEM)
                : storage;
    }

    private Surroundings surroundings(EarlierLives earlier, ChangeListener listener) {
        return new Surroundings(
                connections.pool(),
                standing.claim(),
                earlier,
                listener,
                settings.queue(),
                new Surroundings.LeaseLimits(settings.leaseRetention(), settings.leasesMax()),
                random,
                settings.clock(),
                Ticker.SYSTEM);
    }

    private static StorageFailedException deleted(DatabaseEntry entry) {
        return new StorageFailedException("The database " + entry.name() + " was deleted: create it anew to use it.");
    }

    @Override
    public Optional<Setting> setting(String name) {
        return catalog().setting(name);
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        return catalog().putSetting(name, value);
    }

    @Override
    public long foreignChanges() {
        return catalog.version().foreignChanges();
    }

    @Override
    public Topology topology() {
        return members.topology();
    }

    @Override
    public void serve(String url) {
        members.serveAt(url);
        claims.serve(standing.claim(), url);
        heartbeat.refresh();
    }

    /** Each node hears of it within a beat, and its clients with the next reply. */
    @Override
    public void leave() {
        if (standing.state() != EngineState.SERVING
                || members.topology().nodes().size() < 2) {
            return;
        }
        try {
            claims.prepareToLeave(standing.claim());
            heartbeat.refresh();
            Sleeper.SYSTEM.sleep(2 * settings.times().beat().toNanos());
        } catch (MintmarkException e) {
            LOG.warn("The other nodes could not be told that this one stops. {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A scrape must not wait for an engine that does not answer. */
    @Override
    public long sizeBytes() {
        if (standing.state() == EngineState.SERVING) {
            lastSizeBytes = transactions.read(connection -> Statements.number(
                            connection,
                            "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_catalog.pg_class c"
                                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                                    + " WHERE n.nspname = ? AND c.relkind = 'r'",
                            connections.address().schema())
                    .orElse(0));
        }
        return lastSizeBytes;
    }

    @Override
    public void close() {
        heartbeat.close();
        erasure.close();
        giveTagBack();
        connections.close();
    }

    private void giveTagBack() {
        if (standing.state() != EngineState.SERVING) {
            return;
        }
        try {
            claims.leave(standing.claim());
        } catch (MintmarkException e) {
            LOG.warn("The node tag {} could not be given back; its claim lapses. {}", tag(), e.getMessage());
        }
    }
}
