package io.mintmark.lab.tls;

import io.mintmark.lab.measure.Effort;
import io.mintmark.lab.measure.Quantiles;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

    private final String name;
    private final InetSocketAddress address;
    private final ProcessHandle server;
    private final List<Double> perSecond = new ArrayList<>();
    private final List<Double> micros = new ArrayList<>();

    private Handshakes(String name, InetSocketAddress address, ProcessHandle server) {
        this.name = name;
        this.address = address;
        this.server = server;
    }

    /** Returns what makes the handshakes, for the conditions of the run. */
    static String client() {
        return CLIENTS + " openssl s_time -new, TLS 1.3";
    }

    /** Measures both servers in turns, and prints what came of it; ends {@code nginx}. */
    static void print(ServerProcess mintmark, Optional<Nginx> nginx, Effort effort)
            throws IOException, InterruptedException {
        try {
            List<Handshakes> all = new ArrayList<>();
            all.add(new Handshakes("Mintmark", mintmark.address(), mintmark.handle()));
            nginx.ifPresent(there -> all.add(new Handshakes(there.version(), there.address(), there.handle())));
            int seconds = effort.choose(1, 5, 10);
            for (Handshakes each : all) {
                each.run(effort.choose(1, 10, 20));
                each.perSecond.clear();
                each.micros.clear();
            }
            for (int round = 0; round < effort.rounds(); round++) {
                for (Handshakes each : all) {
                    each.run(seconds);
                }
                System.err.println("[tls] handshakes, round " + (round + 1) + " of " + effort.rounds() + " done");
            }
            print(all, effort, seconds);
        } finally {
            nginx.ifPresent(Nginx::close);
        }
    }

    private static void print(List<Handshakes> all, Effort effort, int seconds) {
        System.out.println("## Handshakes\n\nWhole ones, without resumption; medians of " + effort.rounds()
                + " rounds of " + seconds + " s each, in turns. Clients and server share the cores.\n");
        MarkdownTable table = new MarkdownTable("Server", "handshakes a second", "server CPU µs a handshake");
        for (Handshakes each : all) {
            table.row(
                    each.name,
                    Figures.figure("%,.0f", median(each.perSecond)),
                    Figures.figure("%,.0f", median(each.micros)));
        }
        if (all.size() == 1) {
            table.row("nginx", "–", "– (skipped: it is not installed)");
        }
        table.print();
    }

    private void run(int seconds) throws IOException, InterruptedException {
        CpuMeter meter = CpuMeter.start(server);
        long start = System.nanoTime();
        List<Process> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new ProcessBuilder(
                            "openssl",
                            "s_time",
                            "-connect",
                            address.getHostString() + ":" + address.getPort(),
                            "-new",
                            "-tls1_3",
                            "-time",
                            Integer.toString(seconds))
                    .redirectErrorStream(true)
                    .start());
        }
        double connections = 0;
        for (Process client : clients) {
            String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int ignored = client.waitFor();
            Matcher count = COUNT.matcher(said);
            if (!count.find()) {
                throw new IOException("openssl s_time must say how many connections it made, but said: " + said);
            }
            connections += Double.parseDouble(count.group(1));
        }
        perSecond.add(connections * 1e9 / (System.nanoTime() - start));
        micros.add(meter.stop().server() * 1e6 / connections);
    }

    private static double median(List<Double> values) {
        return Quantiles.median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
