package io.mintmark.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.server.backup.Backups;
import io.mintmark.server.changes.ChangeCounts;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.numbers.NumberCounts;
import io.mintmark.server.numbers.ReturnCounts;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.NodeJournal;
import io.mintmark.web.tls.ServerCertificate;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Shows the store, the databases and their numbers as meters. */
final class ServerMeters {
    private final MeterRegistry registry;
    private final MetricSources sources;

    private ServerMeters(MeterRegistry registry, MetricSources sources) {
        this.registry = registry;
        this.sources = sources;
    }

    static void bind(MeterRegistry registry, MetricSources sources) {
        LoadMeters.bind(registry, sources.load());
        ServerMeters meters = new ServerMeters(registry, sources);
        meters.store();
        meters.witness();
        meters.journal();
        meters.databases();
        meters.numbers();
        meters.returns();
        meters.changes();
        meters.backups();
        sources.certificate().ifPresent(meters::certificate);
    }

    private void store() {
        StorageEngine engine = sources.engine();
        gauge("mintmark.storage.size", "Size of all databases on disk", engine::sizeBytes)
                .baseUnit("bytes")
                .register(registry);
        // A system that does not say it has no such meter, and one of PostgreSQL neither.
        if (engine.freeBytes().isPresent()) {
            gauge(
                            "mintmark.storage.free",
                            "Space left on the disk of the databases",
                            () -> engine.freeBytes().orElse(0))
                    .baseUnit("bytes")
                    .register(registry);
        }
        gauge(
                        "mintmark.storage.serving",
                        "Whether the store answers and takes this node for one of its own",
                        () -> engine.state() == EngineState.SERVING ? 1 : 0)
                .register(registry);
        storeClasses();
        outages(engine);
    }

    private void storeClasses() {
        for (StoreClass.Level level : StoreClass.Level.values()) {
            gauge(
                            "mintmark.storage.class",
                            "What acknowledged means now",
                            () -> sources.storeClass().level() == level ? 1 : 0)
                    .tag("class", level.text())
                    .register(registry);
        }
    }

    private void outages(StorageEngine engine) {
        for (Outage.Kind kind : Outage.Kind.values()) {
            gauge(
                            "mintmark.storage.outage",
                            "Whether the store is not there for this node, which waits for it no more, and how",
                            () -> engine.outage()
                                            .filter(now -> now.kind() == kind)
                                            .isPresent()
                                    ? 1
                                    : 0)
                    .tag("kind", kind.text())
                    .register(registry);
        }
    }

    /** A server whose store is its own directory takes nothing, and says 0, so that an alert is one for all. */
    private void journal() {
        ofJournal("mintmark.journal.entries", "Documents that wait for the store", Journal.Fill::entries, "");
        ofJournal("mintmark.journal.size", "Size of the journal's documents", Journal.Fill::bytes, "bytes");
        ofJournal(
                "mintmark.journal.set.aside",
                "Documents that the store could not take, until somebody decides",
                Journal.Fill::setAside,
                "");
        gauge(
                        "mintmark.journal.failed",
                        "Whether the journal takes nothing, since its disk failed",
                        () -> sources.journal().filter(NodeJournal::hasFailed).isPresent() ? 1 : 0)
                .register(registry);
    }

    private void ofJournal(String name, String description, ToLongFunction<Journal.Fill> value, String unit) {
        Optional<NodeJournal> journal = sources.journal();
        gauge(
                        name,
                        description,
                        () -> journal.flatMap(NodeJournal::ifOpened)
                                .map(Journal::fill)
                                .map(value::applyAsLong)
                                .orElse(0L))
                .baseUnit(unit.isEmpty() ? null : unit)
                .register(registry);
    }

    private void witness() {
        StorageEngine engine = sources.engine();
        if (engine.witnessWritten().isPresent()) {
            gauge(
                            "mintmark.witness.written",
                            "Whether the witness could be written when something had changed last",
                            () -> engine.witnessWritten().orElse(false) ? 1 : 0)
                    .register(registry);
        }
    }

    private void databases() {
        Databases databases = sources.databases();
        gauge("mintmark.databases.open", "Databases whose files are open", databases::openCount)
                .register(registry);
        gauge(
                        "mintmark.databases.failed",
                        "Databases that were asked for, and the catalog of databases, that take no writes until somebody looks",
                        databases::failedCount)
                .register(registry);
        FunctionCounter.builder("mintmark.databases.turned.away", databases, Databases::turnedAway)
                .description("Requests that found all databases in use that may be open at once")
                .register(registry);
    }

    private void numbers() {
        NumberCounts counts = sources.numbers();
        FunctionCounter.builder("mintmark.hilo.ranges", counts, NumberCounts::ranges)
                .description("Ranges handed out")
                .register(registry);
        FunctionCounter.builder("mintmark.slice.ranges", counts, NumberCounts::sliceRanges)
                .description("Those of the node's slice, handed out while it was cut off")
                .register(registry);
        kind("hilo", counts.hilo());
        kind("identity", counts.identities());
    }

    private void kind(String name, NumberCounts.Kind kind) {
        FunctionCounter.builder("mintmark.numbers.reserved", kind, NumberCounts.Kind::numbers)
                .description("Numbers that clients were given")
                .tag("kind", name)
                .register(registry);
        gauge(
                        "mintmark.numbers.left",
                        "Numbers between the highest that a client was given and the ceiling",
                        kind::left)
                .tag("kind", name)
                .register(registry);
    }

    private void returns() {
        sources.numbers().returns().forEach((outcome, tally) -> {
            FunctionCounter.builder("mintmark.hilo.returns", tally, ReturnCounts.Tally::ranges)
                    .description("Ranges given back, by what became of them")
                    .tag("outcome", outcome)
                    .register(registry);
            FunctionCounter.builder("mintmark.hilo.returned.numbers", tally, ReturnCounts.Tally::numbers)
                    .description("Numbers given back, by what became of them")
                    .tag("outcome", outcome)
                    .register(registry);
        });
    }

    private void changes() {
        ChangeCounts changes = sources.databases().changeCounts();
        gauge("mintmark.changes.connections", "Connections that hear changes", changes::open)
                .register(registry);
        FunctionCounter.builder("mintmark.changes.cut", changes, ChangeCounts::cutOff)
                .description("Connections that were ended because they read their changes too slowly")
                .register(registry);
    }

    private void backups() {
        Backups backups = sources.backups();
        if (!backups.arePossible()) {
            // An age that nothing can change would raise an alarm that nobody can end.
            return;
        }
        gauge("mintmark.backup.age", "Time since the newest complete backup began", backups::newestAgeSeconds)
                .baseUnit("seconds")
                .register(registry);
        FunctionCounter.builder("mintmark.backup.failed", backups, Backups::failures)
                .description("Backups that were not completed")
                .register(registry);
    }

    private void certificate(ServerCertificate shown) {
        gauge(
                        "mintmark.tls.certificate.expires",
                        "When the server's certificate expires, since 1970",
                        () -> shown.expires().getEpochSecond())
                .baseUnit("seconds")
                .register(registry);
        gauge(
                        "mintmark.tls.certificate.refused",
                        "Whether the files have a newer certificate, which was refused",
                        () -> shown.isRenewalRefused() ? 1 : 0)
                .register(registry);
    }

    private static Gauge.Builder<Supplier<Number>> gauge(String name, String description, Supplier<Number> value) {
        return Gauge.builder(name, value).description(description);
    }
}
