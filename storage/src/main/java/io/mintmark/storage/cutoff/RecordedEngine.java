package io.mintmark.storage.cutoff;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.ReservedEtags.Block;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.support.SharedText;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine of which a node keeps on its own disk what it needs to start without it ({@link ClaimRecord}), and which
 * may come later than the node. Safe for any number of threads.
 *
 * <p>Until it comes it is asked for twice a second. Meanwhile the databases on record are there, as
 * {@link AbsentStorage}; whether there are others nobody knows, so these are refused and not called missing. The engine
 * that comes must be the store on record, and give the node the tag on record; otherwise this one counts as fenced, and
 * the journal stays as it is. What it gives the node is a new claim; etags on record stay the record's all the same.
 */
public final class RecordedEngine extends LateEngine {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedEngine.class);

    private static final long LOOK_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ClaimRecord record;
    private final ClaimRecord.Identity identity;
    private final RecordedAccess access;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(RecordedEngine.class, "mintmark-store"));
    /** The last etag that was drawn for each database, by their numbers; no object that stands in goes back. */
    private final ConcurrentMap<Long, AtomicLong> drawn = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, Long> keptSettings = new ConcurrentHashMap<>();

    private volatile @Nullable MintmarkException refusal;

    private RecordedEngine(ClaimRecord record, ClaimRecord.Identity identity) {
        this.record = record;
        this.identity = identity;
        this.access = new RecordedAccess(record, identity.store());
    }

    /**
     * Keeps what the node needs of an engine that is open.
     *
     * @param store where it is, without secrets
     */
    public static RecordedEngine over(StorageEngine engine, ClaimRecord record, String store) {
        ClaimRecord.Identity identity = identity(engine, store);
        SharedText.State list =
                engine.accessList().map(SharedText::heard).orElseGet(() -> new SharedText.State(0, Optional.empty()));
        record.keep(identity, list);
        RecordedEngine recorded = new RecordedEngine(record, identity);
        recorded.come(engine);
        return recorded;
    }

    private static ClaimRecord.Identity identity(StorageEngine engine, String store) {
        return new ClaimRecord.Identity(
                store,
                engine.storeId().orElse(""),
                engine.claimedTag().orElseThrow(() -> new IllegalArgumentException("the engine must have claims")),
                engine.ceiling());
    }

    /**
     * Begins without the engine, by what is on record.
     *
     * @param why it is not there
     * @param opener opens it as soon as it is
     */
    public static RecordedEngine without(
            ClaimRecord record,
            ClaimRecord.Identity identity,
            StorageUnreachableException why,
            Supplier<StorageEngine> opener) {
        LOG.warn(
                "The store is not there, so node {} starts cut off from it, by the claim that it kept: it takes new"
                        + " documents alone, and gives no ranges, until the store is there. {}",
                identity.tag(),
                why.getMessage());
        RecordedEngine recorded = new RecordedEngine(record, identity);
        var ignored = recorded.thread.scheduleWithFixedDelay(
                () -> recorded.look(opener), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return recorded;
    }

    private void look(Supplier<StorageEngine> opener) {
        try {
            StorageEngine opened = opener.get();
            try {
                requireSame(opened);
                come(opened);
            } catch (RuntimeException | Error e) {
                opened.close();
                throw e;
            }
            LOG.info("The store is there, and this node serves it.");
        } catch (StorageUnreachableException | StorageBusyException e) {
            LOG.debug("The store is not there yet, or busy.", e);
        } catch (MintmarkException e) {
            LOG.error("This node cannot serve the store that is there now: {}", e.getMessage());
            refusal = e;
            thread.shutdown();
        } catch (RuntimeException | Error e) {
            // What leaves a scheduled task ends its schedule.
            LOG.error("The store could not be opened; it is tried again.", e);
        }
    }

    private void requireSame(StorageEngine opened) {
        ClaimRecord.Identity found = identity(opened, identity.store());
        if (!found.storeId().equals(identity.storeId()) || !found.tag().equals(identity.tag())) {
            throw new StorageFailedException("The store at " + identity.store() + " is another one than the directory's"
                    + " journal belongs to: correct --store or --data. What was taken stays in the journal.");
        }
    }

    @Override
    synchronized void come(StorageEngine engine) {
        engine.accessList().ifPresent(access::follow);
        super.come(engine);
        thread.shutdown();
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        if (hasCome()) {
            return super.database(name);
        }
        return Optional.of(record.database(name)
                .map(Block::database)
                .orElseThrow(
                        () -> AbsentStorage.refusal("it does not know whether there is a database " + name + "; ")));
    }

    /** What other nodes dropped is not kept either. */
    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        // One that is kept while the list is read may not be on it.
        Set<Long> gone = new HashSet<>(slice.equals(Slice.ALL) ? record.databases() : List.of());
        List<DatabaseEntry> found = super.databases(slice);
        gone.removeAll(found.stream().map(DatabaseEntry::number).collect(Collectors.toSet()));
        gone.forEach(each -> onRecord(() -> record.forget(each)));
        return found;
    }

    @Override
    public boolean delete(String name, Removal removal) {
        Optional<Block> gone = record.database(name);
        boolean deleted = super.delete(name, removal);
        gone.ifPresent(block -> onRecord(() -> record.forget(block.database().number())));
        return deleted;
    }

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        if (hasCome()) {
            return super.open(entry, listener);
        }
        Block block = record.database(entry.name())
                .filter(kept -> kept.database().equals(entry))
                .orElseThrow(() -> AbsentStorage.refusal("it knows nothing of the database " + entry.name() + "; "));
        AtomicLong last = drawn.computeIfAbsent(entry.number(), any -> new AtomicLong(block.after()));
        return new AbsentStorage(block, last, identity.ceiling(), this::hasCome);
    }

    /** A setting is changed and never removed, so one that is not on record was none when the node heard last. */
    @Override
    public Optional<Setting> setting(String name) {
        if (!hasCome()) {
            return record.setting(name);
        }
        Optional<Setting> found = super.setting(name);
        found.ifPresent(setting -> keep(name, setting));
        return found;
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        Setting put = super.putSetting(name, value);
        keep(name, put);
        return put;
    }

    private void keep(String name, Setting setting) {
        Long kept = keptSettings.get(name);
        if (kept == null || kept < setting.etag()) {
            onRecord(() -> {
                record.keepSetting(name, setting);
                keptSettings.put(name, setting.etag());
            });
        }
    }

    /** The node serves on where its own disk fails; what is on record is older then. */
    private static void onRecord(Runnable change) {
        try {
            change.run();
        } catch (MintmarkException e) {
            LOG.warn(
                    "The journal could not keep what a start without the store needs: such a start would go by what was"
                            + " before. {}",
                    e.getMessage());
        }
    }

    @Override
    public long ceiling() {
        return identity.ceiling();
    }

    @Override
    public String whyFenced() {
        MintmarkException why = refusal;
        return why == null ? super.whyFenced() : String.valueOf(why.getMessage());
    }

    @Override
    public EngineState state() {
        return refusal == null ? super.state() : EngineState.FENCED;
    }

    @Override
    public Optional<NodeTag> claimedTag() {
        return Optional.of(identity.tag());
    }

    @Override
    public Optional<String> storeId() {
        return Optional.of(identity.storeId());
    }

    @Override
    public Optional<SharedText> accessList() {
        return Optional.of(access);
    }

    @Override
    public void close() {
        end();
        if (DaemonThreads.outlives(thread, PATIENCE)) {
            LOG.warn("The store is just being opened; what comes of that is left to itself.");
        }
        super.close();
    }
}
