package io.mintmark.lab.tls;

import io.mintmark.lab.http.HttpConnection;
import io.mintmark.lab.measure.Effort;
import io.mintmark.lab.measure.Quantiles;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Processor time that a server takes for one {@code hilo/next} on connections that stay open, over TLS and without. */
final class KeptConnections {
    private static final int CONNECTIONS = 8;
    private static final double RATIO_MAX = 1.3;
    private static final String REQUEST = "GET /databases/shop/hilo/next?tag=orders&lastBatchSize=32";

    private final ServerProcess server;
    private final List<Double> micros = new ArrayList<>();
    private final List<Double> perSecond = new ArrayList<>();

    private KeptConnections(ServerProcess server) {
        this.server = server;
    }

    /** Measures both servers in turns, and prints what came of it. */
    static void print(ServerProcess plain, ServerProcess encrypted, Effort effort)
            throws IOException, InterruptedException {
        KeptConnections without = new KeptConnections(plain);
        KeptConnections with = new KeptConnections(encrypted);
        double seconds = effort.choose(1.0, 5.0, 10.0);
        for (KeptConnections each : List.of(without, with)) {
            new AdminClient(each.server.url()).createDatabase("shop");
            each.run(effort.choose(1.0, 10.0, 20.0));
            each.micros.clear();
            each.perSecond.clear();
        }
        for (int round = 0; round < effort.rounds(); round++) {
            without.run(seconds);
            with.run(seconds);
            System.err.println("[tls] kept connections, round " + (round + 1) + " of " + effort.rounds() + " done");
        }
        System.out.println("## Kept connections\n\n`hilo/next` on " + CONNECTIONS + " connections, medians of "
                + effort.rounds() + " rounds of " + seconds + " s each, in turns.\n");
        MarkdownTable table = new MarkdownTable("Server", "server CPU µs a request", "requests a second");
        table.row("plain HTTP", without.cpu(), without.rate());
        table.row("TLS 1.3", with.cpu(), with.rate());
        table.print();
        TargetTable targets = new TargetTable("server CPU a request, TLS : plain");
        targets.atMost("`hilo/next` on kept connections", RATIO_MAX, median(with.micros) / median(without.micros));
        targets.print("");
    }

    private void run(double seconds) throws InterruptedException, IOException {
        AtomicLong answered = new AtomicLong();
        AtomicReference<IOException> failure = new AtomicReference<>();
        List<Thread> callers = new ArrayList<>();
        CpuMeter meter = CpuMeter.start(server.handle());
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        for (int i = 0; i < CONNECTIONS; i++) {
            Thread caller = new Thread(() -> call(end, answered, failure));
            callers.add(caller);
            caller.start();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        if (failure.get() != null) {
            throw new IOException("a request was not answered", failure.get());
        }
        micros.add(meter.stop().server() * 1e6 / answered.get());
        perSecond.add(answered.get() / elapsed);
    }

    private void call(long endNanos, AtomicLong answered, AtomicReference<IOException> failure) {
        try (HttpConnection connection = HttpConnection.to(server.url())) {
            while (System.nanoTime() < endNanos) {
                int status = connection.ask(REQUEST, "");
                if (status != 201) {
                    throw new IOException(REQUEST + " was answered " + status + ": " + connection.body());
                }
                answered.incrementAndGet();
            }
        } catch (IOException e) {
            failure.set(e);
        }
    }

    private String cpu() {
        return Figures.figure("%.1f", median(micros));
    }

    private String rate() {
        return Figures.figure("%,.0f", median(perSecond));
    }

    private static double median(List<Double> values) {
        return Quantiles.median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
