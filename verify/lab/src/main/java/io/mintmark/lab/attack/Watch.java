package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ProcessMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Looks at the server once a second during one phase. */
final class Watch {
    private static final long PERIOD_NANOS = 1_000_000_000;

    private final TargetServer server;
    private final int collectionsBefore;
    private final double shedBefore;
    private final double refusedBefore;
    private final double slowBefore;
    private final CpuMeter meter;
    private final CpuMeter attackers;
    private final long startNanos = System.nanoTime();
    private final SteadyThread thread;
    private double connections;
    private double threads;
    private final List<Long> connectionsOfSecond = Collections.synchronizedList(new ArrayList<>());

    Watch(TargetServer server, ProcessHandle attackers) throws IOException {
        this.server = server;
        this.collectionsBefore = server.collections().size();
        this.shedBefore = server.meter("mintmark_http_shed_total");
        this.refusedBefore = server.meter("mintmark_http_connections_refused_total");
        this.slowBefore = server.meter("mintmark_http_slow_total");
        this.meter = CpuMeter.start(server.handle());
        this.attackers = CpuMeter.start(attackers);
        thread = SteadyThread.start("watch", 0, PERIOD_NANOS, 0, due -> look());
    }

    /** A server that does not answer has nothing to tell; the report shows what it was asked at the end. */
    private void look() throws IOException {
        double now = server.meter("mintmark_http_connections");
        connections = Math.max(connections, now);
        connectionsOfSecond.add((long) now);
        threads = Math.max(threads, server.meter("jvm_threads_live_threads"));
    }

    AttackReport.State end() throws IOException {
        thread.end(10);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        CpuMeter.Usage usage = meter.stop();
        return new AttackReport.State(
                connections,
                threads,
                usage.server() / seconds,
                attackers.stop().server() / seconds,
                usage.own() / seconds,
                heap(),
                List.copyOf(connectionsOfSecond),
                ProcessMemory.resident(server.handle()),
                server.meter("mintmark_http_shed_total") - shedBefore,
                server.meter("mintmark_http_connections_refused_total") - refusedBefore,
                server.meter("mintmark_http_slow_total") - slowBefore);
    }

    private AttackReport.Heap heap() throws IOException {
        List<double[]> all = server.collections();
        List<double[]> ours = all.subList(Math.min(collectionsBefore, all.size()), all.size());
        return new AttackReport.Heap(
                ours.stream().mapToDouble(each -> each[0]).sorted().toArray(),
                ours.stream().mapToDouble(each -> each[1]).summaryStatistics());
    }
}
