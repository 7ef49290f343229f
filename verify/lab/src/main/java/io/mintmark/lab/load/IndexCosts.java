package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.load.IndexedServer.Way;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an index costs. Each figure is of a server of its own, which was warmed up by the same load; what is compared is
 * measured in turns, and medians are told.
 */
final class IndexCosts {
    private static final int BATCH = 100;
    private static final int FEW = 100;
    static final int GROUPS_BESIDE_SAVES = 1_000;

    private final Site site;
    private final Optional<Path> engine;
    private final Effort effort;

    IndexCosts(Site site, Optional<Path> engine) {
        this.site = site;
        this.engine = engine;
        this.effort = site.effort();
    }

    int documents() {
        return effort.choose(5_000, 100_000, 1_000_000);
    }

    Duration window() {
        return Duration.ofSeconds(effort.choose(2, 8, 20));
    }

    /** An index has much to compile, and a script's process more: on two busy cores that takes longer than a window. */
    private Duration warmUp() {
        return Duration.ofSeconds(effort.choose(2, 8, 40));
    }

    /** Returns the ways that can be measured here. */
    List<Way> ways() {
        List<Way> ways = new ArrayList<>(List.of(Way.DECLARATIVE, Way.CSHARP));
        engine.ifPresent(present -> ways.add(Way.JAVASCRIPT));
        return ways;
    }

    /** Microseconds for each document: time, and the server's processor time, scripts included. */
    record Cost(double micros, double cpuMicros) {
        static final Cost NOT_MEASURED = new Cost(Double.NaN, Double.NaN);

        Cost dividedBy(Cost other) {
            return new Cost(micros / other.micros, cpuMicros / other.cpuMicros);
        }
    }

    /** Returns what a document costs in as many groups as documents, by way. */
    Map<Way, Cost> inManyGroups() throws IOException {
        Map<Way, Cost> costs = new EnumMap<>(Way.class);
        for (Way way : ways()) {
            costs.put(way, perDocument(way, way.definition()));
        }
        return costs;
    }

    /** Returns the same in a hundred groups. */
    Cost inFewGroups() throws IOException {
        return perDocument(Way.CSHARP, Way.CSHARP.definition(FEW));
    }

    private Cost perDocument(Way way, String definition) throws IOException {
        Progress.say("%,d documents, an index in %s", documents(), way);
        try (IndexedServer server = IndexedServer.start(site, engine)) {
            try (ClosedLoop loop = server.saving(BATCH)) {
                loop.run(documents() / BATCH);
            }
            CpuMeter meter = CpuMeter.start(server.handle());
            server.index(definition);
            double micros = server.caughtUp() * 1e6 / documents();
            return new Cost(micros, meter.stop().server() * 1e6 / documents());
        }
    }

    /**
     * Saves in one window, and for how many seconds the index was behind at its end; 0 without an index.
     *
     * @param cpuMicros the server's processor time for each save, scripts included, until the index had caught up
     * @param kibibytes what the server wrote to the disk for each save until then; not a number where the system does
     *     not say
     */
    record Saves(double perSecond, double p99Millis, double staleSeconds, double cpuMicros, double kibibytes) {}

    /** Returns saves without an index, which come first, and beside one of each way that computes keys. */
    Rounds<Optional<Way>, Saves> besideSaves() throws IOException {
        Rounds<Optional<Way>, Saves> saves = new Rounds<>();
        List<Optional<Way>> kinds = new ArrayList<>(List.of(Optional.empty()));
        ways().stream().filter(way -> way != Way.DECLARATIVE).map(Optional::of).forEach(kinds::add);
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Optional<Way> kind : kinds) {
                Progress.say(
                        "round %d of %d: saves beside %s",
                        round,
                        effort.rounds(),
                        kind.map(way -> "an index in " + way).orElse("no index"));
                saves.add(kind, saves(kind));
            }
        }
        return saves;
    }

    private Saves saves(Optional<Way> way) throws IOException {
        try (IndexedServer server = IndexedServer.start(site, engine)) {
            if (way.isPresent()) {
                server.index(way.get().definition(GROUPS_BESIDE_SAVES));
            }
            try (ClosedLoop loop = server.saving(1)) {
                loop.run(warmUp());
                CpuMeter meter = CpuMeter.start(server.handle());
                double before = ProcessMemory.written(server.handle());
                ClosedLoop.Flow flow = loop.run(window());
                double stale = way.isPresent() ? server.caughtUp() : 0;
                double saves = flow.requests();
                return new Saves(
                        flow.perSecond(),
                        flow.latencies().millis(0.99),
                        stale,
                        meter.stop().server() * 1e6 / saves,
                        (ProcessMemory.written(server.handle()) - before) / 1_024 / saves);
            }
        }
    }
}
