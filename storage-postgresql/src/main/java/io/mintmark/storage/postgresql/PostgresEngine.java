package io.mintmark.storage.postgresql;

import io.mintmark.RandomBytes;
import io.mintmark.counter.NumberSlice;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.RandomName;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.Topology;
import io.mintmark.storage.cutoff.ClaimSlices;
import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.catalog.Erasure;
import io.mintmark.storage.postgresql.catalog.PeerChanges;
import io.mintmark.storage.postgresql.catalog.PostgresCatalog;
import io.mintmark.storage.postgresql.catalog.SharedAccess;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.claim.Heartbeat;
import io.mintmark.storage.postgresql.claim.Membership;
import io.mintmark.storage.postgresql.claim.NodeWitness;
import io.mintmark.storage.postgresql.claim.SeenStore;
import io.mintmark.storage.postgresql.sql.EngineProbe;
import io.mintmark.storage.postgresql.sql.Layout;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.StoreClassWatch;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.SharedText;
import java.util.List;
import java.util.Optional;
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
    private final OpenedStorages opened;
    private final StoreClassWatch storeClass;
    private final Membership membership;
    private final ClaimStatus claimStatus;
    private final PostgresCatalog catalog;
    private final SharedAccess access;
    private final Optional<WitnessedStorages> witnessed;
    private final PeerChanges peers;
    private final Erasure erasure;
    private final EngineProbe probe;
    private final StoreNews news;

    private volatile long lastSizeBytes;

    private PostgresEngine(PostgresSettings settings, PostgresConnections connections, RandomBytes random) {
        NodeSettings node = settings.node();
        this.connections = connections;
        this.transactions = new Transactions(connections, Sleeper.SYSTEM);
        new Layout(connections, random, Sleeper.SYSTEM).bringUpToDate();
        this.storeClass =
                StoreClassWatch.begin(transactions, connections.address().shown());
        this.membership = Membership.claim(
                connections, transactions, node.times(), node.tag(), RandomName.of(random), node.url());
        this.claimStatus = membership.claimStatus();
        Optional<NodeWitness> seen = Optional.empty();
        try {
            seen = node.witness().map(place -> NodeWitness.open(place, transactions));
            seen.ifPresent(this::requireNotOlder);
            this.catalog = new PostgresCatalog(transactions, claimStatus, random);
            this.access = new SharedAccess(transactions, connections.address().shown(), claimStatus);
        } catch (RuntimeException | Error e) {
            membership.close();
            throw e;
        }
        this.opened = new OpenedStorages(
                settings, connections, claimStatus, catalog, random, membership::isAlone, slices(node));
        this.witnessed =
                seen.map(witness -> new WitnessedStorages(witness, opened, claimStatus, membership::stopForOlderStore));
        this.peers = new PeerChanges(transactions, claimStatus.claim().tag().text(), Ticker.SYSTEM);
        this.news = new StoreNews(
                transactions,
                membership,
                catalog,
                access,
                opened,
                peers,
                witnessed,
                connections.address().shown());
        membership.begin(
                new Heartbeat.Told(
                        news::inUse,
                        opened::numbersAhead,
                        () -> access.heard().version(),
                        storeClass::ask,
                        membership::stopForOlderStore,
                        news::heardNothing),
                news::heard);
        this.probe = EngineProbe.start(connections, membership::isAnswered, Ticker.SYSTEM);
        this.erasure = new Erasure(transactions);
        erasure.begin();
    }

    /** Places that were cut to last as long as the claim, whatever becomes of the storages. */
    private ClaimSlices slices(NodeSettings node) {
        Claim claim = claimStatus.claim();
        ClaimSlices slices = new ClaimSlices(
                claim.tag(),
                claim.epoch(),
                claim.sliceSerialsAfter(),
                node.clock(),
                epoch -> membership.nodeOf(epoch).map(Topology.Node::tag));
        connections.breaker().whenClosing(kind -> slices.healed());
        return slices;
    }

    private void requireNotOlder(NodeWitness witness) {
        Optional<StorageFailedException> older = witness.refusal();
        if (older.isPresent()) {
            membership.callOlder(older.get());
            witness.close();
            throw older.get();
        }
        claimStatus.knew(witness.age());
    }

    /**
     * Enters PostgreSQL, lays the tables out where they are not there, and claims a tag.
     *
     * @throws StorageFailedException if it cannot be reached or entered, is no primary, was laid out by a newer
     *     version, or if another server holds the tag
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

    @Override
    public void whenHeard(Runnable next) {
        news.whenHeard(next);
    }

    @Override
    public boolean answers() {
        return claimStatus.answers() && !connections.breaker().isGone();
    }

    @Override
    public Optional<Outage> outage() {
        return connections.breaker().outage();
    }

    @Override
    public void refresh() {
        news.refresh();
    }

    @Override
    public void watch(DatabaseEntry entry, ChangeListener listener) {
        DatabaseRow row = catalog().row(entry).orElseThrow(() -> OpenedStorages.deleted(entry));
        peers.watch(row, listener, claimStatus.heard().topology());
    }

    @Override
    public long operationsAfter() {
        return claimStatus.claim().operationsAfter();
    }

    @Override
    public Optional<Topology.Node> nodeOfOperation(long id) {
        return membership.nodeOf(Claim.epochOfOperation(id));
    }

    @Override
    public Optional<SharedText> accessList() {
        return Optional.of(access);
    }

    @Override
    public String whyFenced() {
        return claimStatus.isStopped()
                ? String.valueOf(claimStatus.refusal().getMessage())
                : StorageEngine.super.whyFenced();
    }

    @Override
    public Optional<String> storeId() {
        return Optional.of(transactions.read(SeenStore::read).id());
    }

    @Override
    public Optional<NodeTag> claimedTag() {
        return Optional.of(tag());
    }

    /** Returns the tag that this node has. */
    public NodeTag tag() {
        return claimStatus.claim().tag();
    }

    /** Returns what this node knows of its claim and of the others. */
    public ClaimStatus claimStatus() {
        return claimStatus;
    }

    @Override
    public long ceiling() {
        return NumberSlice.ORDINARY_MAX;
    }

    @Override
    public StoreClass storeClass() {
        return storeClass.current();
    }

    @Override
    public EngineState state() {
        return claimStatus.state();
    }

    /** A node that was fenced would tell of a catalog that others change. */
    private PostgresCatalog catalog() {
        claimStatus.requireNotFenced();
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
    public boolean takeBack(DatabaseEntry entry) {
        boolean gone = catalog().takeBack(entry);
        if (gone) {
            erasure.begin();
        }
        return gone;
    }

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        DatabaseRow row = catalog().row(entry).orElseThrow(() -> OpenedStorages.deleted(entry));
        return opened.open(row, listener, found -> witnessed.ifPresent(each -> each.require(found)));
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

    /** A scrape must not wait for an engine that does not answer. */
    @Override
    public long sizeBytes() {
        if (claimStatus.state() == EngineState.SERVING && outage().isEmpty()) {
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
    public Topology topology() {
        return membership.topology();
    }

    @Override
    public void serve(String url) {
        membership.serve(url);
    }

    @Override
    public void leave() {
        if (!membership.prepareToLeave()) {
            connections.hurry();
        }
    }

    @Override
    public void close() {
        probe.close();
        membership.fallSilent();
        peers.close();
        witnessed.ifPresent(WitnessedStorages::close);
        erasure.close();
        membership.close();
        connections.close();
    }
}
