package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.ClosedLoop.Flow;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Processor time that a server takes for one {@code hilo/next} on connections that stay open, over TLS and without. */
final class KeptConnections {
    private static final int CONNECTIONS = 8;
    private static final double RATIO_MAX = 1.3;
    private static final String REQUEST = "GET /databases/shop/hilo/next?tag=orders&lastBatchSize=32";
    private static final String PLAIN = "plain HTTP";
    private static final String TLS = "TLS 1.3";

    private KeptConnections() {}

    /** Measures both servers in turns, and prints what came of it. */
    static void print(ServerProcess plain, ServerProcess encrypted, Effort effort) throws IOException {
        List<Rival> rivals = List.of(rival(PLAIN, plain), rival(TLS, encrypted));
        Rounds<String, Sample> found = Rival.inTurns("kept connections", rivals, effort);
        System.out.println("## Kept connections\n\n`hilo/next` on " + CONNECTIONS + " connections, medians of "
                + effort.rounds() + " rounds of " + Rival.window(effort).toSeconds() + ".0 s each, in turns.\n");
        new Columns<String>()
                .text("Server", name -> name)
                .figure("server CPU µs a request", "%.1f", name -> found.median(name, Sample::serverMicros))
                .figure("requests a second", "%,.0f", name -> found.median(name, Sample::perSecond))
                .of(found.subjects())
                .print();
        TargetTable targets = new TargetTable("server CPU a request, TLS : plain");
        targets.atMost(
                "`hilo/next` on kept connections",
                RATIO_MAX,
                found.median(TLS, Sample::serverMicros) / found.median(PLAIN, Sample::serverMicros));
        targets.print("");
    }

    private static Rival rival(String name, ServerProcess server) throws IOException {
        new AdminClient(server.url()).createDatabase("shop");
        return new Rival(name, server.handle(), time -> run(server.url(), time));
    }

    private static Flow run(URI server, Duration time) throws IOException {
        try (BlockingLoop loop = BlockingLoop.open(CONNECTIONS, thread -> new Caller(HttpConnection.to(server)))) {
            return loop.run(time);
        }
    }

    private record Caller(HttpConnection connection) implements BlockingLoop.Work {
        @Override
        public void once() throws IOException {
            String ignored = connection.require(201, REQUEST, "");
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
