package io.mintmark.lab.attack;

import io.mintmark.lab.process.CpuMeter;
import java.io.IOException;
import java.util.List;

/** Looks at the server once a second during one phase. */
final class Watch {
    private static final long INTERVAL_MILLIS = 1_000;

    private final TargetServer server;
    private final int collectionsBefore;
    private final double shedBefore;
    private final double refusedBefore;
    private final double slowBefore;
    private final CpuMeter meter;
    private final CpuMeter attackers;
    private final long startNanos = System.nanoTime();
    private final Thread thread = new Thread(this::run, "watch");
    private volatile boolean closing;
    private double connections;
    private double threads;

    Watch(TargetServer server, ProcessHandle attackers) throws IOException {
        this.server = server;
        this.collectionsBefore = server.collections().size();
        this.shedBefore = server.meter("mintmark_http_shed_total");
        this.refusedBefore = server.meter("mintmark_http_connections_refused_total");
        this.slowBefore = server.meter("mintmark_http_slow_total");
        this.meter = CpuMeter.start(server.handle());
        this.attackers = CpuMeter.start(attackers);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!closing) {
                look();
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            // A server that does not answer has nothing to tell; the report shows what it was asked at the end.
        }
    }

    private void look() throws IOException {
        connections = Math.max(connections, server.meter("mintmark_http_connections"));
        threads = Math.max(threads, server.meter("jvm_threads_live_threads"));
    }

    AttackReport.State end() throws IOException, InterruptedException {
        closing = true;
        thread.join(10_000);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        CpuMeter.Usage usage = meter.stop();
        return new AttackReport.State(
                connections,
                threads,
                usage.server() / seconds,
                attackers.stop().server() / seconds,
                usage.own() / seconds,
                heap(),
                server.residentMebibytes(),
                server.meter("mintmark_http_shed_total") - shedBefore,
                server.meter("mintmark_http_connections_refused_total") - refusedBefore,
                server.meter("mintmark_http_slow_total") - slowBefore);
    }

    /** Returns of this phase's collections: least, median and most of what lived, and the longest pause. */
    private double[] heap() throws IOException {
        List<double[]> all = server.collections();
        List<double[]> ours = all.subList(Math.min(collectionsBefore, all.size()), all.size());
        double[] lived = ours.stream().mapToDouble(each -> each[0]).sorted().toArray();
        double longest = ours.stream().mapToDouble(each -> each[1]).max().orElse(0);
        return lived.length == 0
                ? new double[] {Double.NaN, Double.NaN, Double.NaN, longest}
                : new double[] {lived[0], lived[lived.length / 2], lived[lived.length - 1], longest};
    }
}
