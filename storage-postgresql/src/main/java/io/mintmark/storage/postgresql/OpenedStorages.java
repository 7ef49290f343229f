package io.mintmark.storage.postgresql;

import io.mintmark.RandomBytes;
import io.mintmark.counter.NumberSlice;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.cutoff.ClaimSlices;
import io.mintmark.storage.cutoff.RefusingStorage;
import io.mintmark.storage.cutoff.SlicedStorage;
import io.mintmark.storage.engine.WhenCutOff;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.group.NodeRangeStorage;
import io.mintmark.storage.group.ReservationAmount;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.catalog.PostgresCatalog;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.write.DatabaseContext;
import io.mintmark.storage.write.AnswerLimits;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the storages of a node, and knows which ones are in use. Safe for any number of threads. */
final class OpenedStorages {
    private static final Logger LOG = LoggerFactory.getLogger(OpenedStorages.class);

    private final PostgresSettings settings;
    private final PostgresConnections connections;
    private final ClaimStatus claimStatus;
    private final Claim claim;
    private final PostgresCatalog catalog;
    private final RandomBytes random;
    private final BooleanSupplier alone;
    private final ClaimSlices slices;
    /** One that was closed is forgotten at the next heartbeat after its collection. */
    private final Map<Long, Opened> opened = new ConcurrentHashMap<>();

    /** The numbers that a node owns are within what is served, where it reserves any. */
    private record Opened(WeakReference<PostgresStorage> engine, WeakReference<Storage> owner) {}

    OpenedStorages(
            PostgresSettings settings,
            PostgresConnections connections,
            ClaimStatus claimStatus,
            PostgresCatalog catalog,
            RandomBytes random,
            BooleanSupplier alone,
            ClaimSlices slices) {
        this.alone = alone;
        this.slices = slices;
        this.settings = settings;
        this.connections = connections;
        this.claimStatus = claimStatus;
        this.claim = claimStatus.claim();
        this.catalog = catalog;
        this.random = random;
    }

    /**
     * Opens a database; refuses one that was deleted meanwhile.
     *
     * @param requirement what else it must be, as its lanes were found
     */
    Storage open(DatabaseRow database, ChangeListener listener, Consumer<WitnessedStorages.Acknowledged> requirement) {
        boolean handsOutSlices = settings.node().whenCutOff() == WhenCutOff.SLICES && !isBeyondOrdinary(database);
        PostgresStorage storage =
                PostgresStorage.open(database, context(catalog.earlierLives(database.name()), listener));
        try {
            if (!catalog.isThereFor(database, claim.tag().text())) {
                throw deleted(database.entry());
            }
            requirement.accept(storage.acknowledged());
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
        BooleanSupplier isCutOff = connections.breaker()::isGone;
        Storage sliced = new SlicedStorage(storage, database.name(), slices, handsOutSlices ? isCutOff : () -> false);
        Storage owner = settings.node().rangesAhead() ? reservingAhead(storage, sliced) : sliced;
        opened.put(database.number(), new Opened(new WeakReference<>(storage), new WeakReference<>(owner)));
        return settings.node().whenCutOff() == WhenCutOff.REFUSE ? new RefusingStorage(owner, isCutOff) : owner;
    }

    /** A slice would repeat numbers of a counter that an earlier version let come as high. */
    private boolean isBeyondOrdinary(DatabaseRow database) {
        Optional<String> beyond = catalog.counterAbove(database, NumberSlice.ORDINARY_MAX);
        beyond.ifPresent(counter -> LOG.warn(
                "The counter {} of the database {} stands above {}, where numbers of slices begin: it gives no more ranges,"
                        + " and the database gets no slices while a node is cut off. Use another counter.",
                counter,
                database.name(),
                NumberSlice.ORDINARY_MAX));
        return beyond.isPresent();
    }

    private Storage reservingAhead(PostgresStorage storage, Storage sliced) {
        ReservationAmount amount = ReservationAmount.SHARED_STORE;
        return settings.node().leaseLog()
                ? NodeRangeStorage.logging(
                        sliced,
                        claim.tag(),
                        storage.serials(),
                        amount,
                        settings.node().clock(),
                        Ticker.SYSTEM)
                : new NodeRangeStorage(
                        sliced,
                        claim.tag(),
                        storage.serials(),
                        amount,
                        settings.node().clock(),
                        Ticker.SYSTEM);
    }

    private DatabaseContext context(FormerEndLookup earlier, ChangeListener listener) {
        return new DatabaseContext(
                connections.pool(),
                connections.counters(),
                connections.reads(),
                connections.breaker(),
                alone,
                claim,
                claimStatus::beats,
                earlier,
                listener,
                settings.node().limits(),
                new DatabaseContext.LeaseLimits(
                        settings.node().leaseRetention(), settings.node().leasesMax()),
                AnswerLimits.DEFAULT,
                random,
                settings.node().clock(),
                Ticker.SYSTEM,
                settings.node().reservedEtags());
    }

    /** Returns the refusal of a database that is not there any more. */
    static StorageFailedException deleted(DatabaseEntry entry) {
        return new StorageFailedException("The database " + entry.name() + " was deleted: create it anew to use it.");
    }

    /** Returns the numbers of the databases in use. */
    Collection<Long> numbers() {
        return opened.keySet();
    }

    /** Lets each database draw etags above those that other nodes drew in it. */
    void lift(Map<Long, List<WriterProgress>> written) {
        opened.forEach((number, reference) -> {
            PostgresStorage storage = reference.engine().get();
            if (storage == null) {
                boolean ignored = opened.remove(number, reference);
            } else {
                List<WriterProgress> others = others(written.getOrDefault(number, List.of()));
                storage.liftEtags(
                        others.stream().mapToLong(WriterProgress::etag).max().orElse(0));
                storage.heard(others);
            }
        });
    }

    private List<WriterProgress> others(List<WriterProgress> written) {
        return written.stream()
                .filter(each -> !each.writer().node().equals(claim.tag().text()))
                .toList();
    }

    /** Returns how far this node is for certain, for each database in use. */
    Map<Long, WitnessedStorages.Acknowledged> acknowledged() {
        Map<Long, WitnessedStorages.Acknowledged> all = new HashMap<>();
        opened.forEach((number, reference) -> {
            PostgresStorage storage = reference.engine().get();
            if (storage != null) {
                all.put(number, storage.acknowledged());
            }
        });
        return all;
    }

    /** Returns how many numbers of all databases this node owns that it has not handed out. */
    long numbersAhead() {
        long numbers = 0;
        for (Opened each : opened.values()) {
            numbers += each.owner().get() instanceof NodeRangeStorage node ? node.numbersAhead() : 0;
        }
        return numbers;
    }
}
