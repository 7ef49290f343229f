package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.ClosedLoop.Flow;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.Sample;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whole TLS handshakes that a server does, one after the other on each of a few connections, and what they cost it. */
final class Handshakes {
    private static final int CLIENTS = 4;
    /** The last line of {@code openssl s_time}. */
    private static final Pattern COUNT = Pattern.compile("(?m)^(\\d+) connections in \\d+ real seconds");

    private Handshakes() {}

    /** Returns what makes the handshakes, for the conditions of the run. */
    static String client() {
        return CLIENTS + " openssl s_time -new, TLS 1.3";
    }

    /** Measures both servers in turns, and prints what came of it; ends {@code nginx}. */
    static void print(ServerProcess mintmark, Optional<Nginx> nginx, Effort effort) throws IOException {
        try {
            List<Rival> all = new ArrayList<>();
            all.add(new Rival("Mintmark", mintmark.handle(), time -> run(mintmark.address(), time)));
            nginx.ifPresent(there ->
                    all.add(new Rival(there.version(), there.handle(), time -> run(there.address(), time))));
            Rounds<String, Sample> found = Rival.inTurns("handshakes", all, effort);
            System.out.println("## Handshakes\n\nWhole ones, without resumption; medians of " + effort.rounds()
                    + " rounds of " + Rival.window(effort).toSeconds()
                    + " s each, in turns. Clients and server share the cores.\n");
            MarkdownTable table = new Columns<String>()
                    .text("Server", name -> name)
                    .figure("handshakes a second", "%,.0f", name -> found.median(name, Sample::perSecond))
                    .figure("server CPU µs a handshake", "%,.0f", name -> found.median(name, Sample::serverMicros))
                    .of(found.subjects());
            if (all.size() == 1) {
                table.row("nginx", "–", "– (skipped: it is not installed)");
            }
            table.print();
        } finally {
            nginx.ifPresent(Nginx::close);
        }
    }

    private static Flow run(InetSocketAddress server, Duration time) throws IOException {
        long start = System.nanoTime();
        List<Process> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            List<String> command = new ArrayList<>(List.of("openssl", "s_time", "-new", "-tls1_3"));
            command.addAll(List.of("-connect", server.getHostString() + ":" + server.getPort()));
            command.addAll(List.of("-time", Long.toString(time.toSeconds())));
            clients.add(new ProcessBuilder(command).redirectErrorStream(true).start());
        }
        long connections = 0;
        for (Process client : clients) {
            String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher count = COUNT.matcher(said);
            if (!count.find()) {
                throw new IOException("openssl s_time must say how many connections it made, but said: " + said);
            }
            connections += Long.parseLong(count.group(1));
        }
        return new Flow(connections, (System.nanoTime() - start) / 1e9, new LatencyHistogram());
    }
}
