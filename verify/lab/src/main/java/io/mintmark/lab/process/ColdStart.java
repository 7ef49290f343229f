package io.mintmark.lab.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the launcher as a user meets it: from its start as a process to the first durable answer (a database
 * created, a range of it reserved), each time on an empty data directory; then the resident memory, five seconds later.
 *
 * <p>Started by {@code verify/lab/cold-start}, which runs this one file without a build; so it uses nothing but the
 * JDK. The first run is thrown away: it may build the jar or the start-up archive.
 */
final class ColdStart {
    private static final int RUNS = 9;
    private static final int SYNCS = 200;
    private static final long IDLE_MILLIS = 5_000;

    private record Sample(double readyMillis, double answerMillis, double idleMebibytes) {}

    private ColdStart() {}

    /** Takes the launcher's path and, if wanted, how many runs to measure. */
    public static void main(String[] args) throws Exception {
        Path launcher = Path.of(args[0]).toRealPath();
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : RUNS;
        Path directory = Files.createTempDirectory("mintmark-cold-start");
        List<Sample> samples = new ArrayList<>();
        try {
            printConditions(directory);
            for (int run = 0; run <= runs; run++) {
                Sample sample = measure(launcher, directory.resolve("data-" + run), run == 0 ? 0 : IDLE_MILLIS);
                if (run > 0) {
                    samples.add(sample);
                }
            }
        } finally {
            erase(directory);
        }
        print("ready line", "ms", samples.stream().map(Sample::readyMillis).toList());
        print(
                "first durable answer",
                "ms",
                samples.stream().map(Sample::answerMillis).toList());
        print("idle RSS", "MiB", samples.stream().map(Sample::idleMebibytes).toList());
    }

    private static void printConditions(Path directory) throws IOException {
        String[][] rows = {
            {"Condition", "Value"},
            {"---", "---"},
            {"Time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()},
            {
                "Cores, for all processes together",
                Integer.toString(Runtime.getRuntime().availableProcessors())
            },
            {"Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")},
            {"Disk", String.format(Locale.ROOT, "append of 4 KiB and sync, P50 ms: %.2f", syncMillis(directory))},
            {"Load average before", String.format(Locale.ROOT, "%.2f", load())},
            {"MINTMARK_JAVA_OPTS", "'" + System.getenv().getOrDefault("MINTMARK_JAVA_OPTS", "") + "'"},
        };
        for (String[] row : rows) {
            System.out.println("| " + row[0] + " | " + row[1] + " |");
        }
        System.out.println();
    }

    private static double load() {
        return java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** Time of the disk for one durable write of a page; no answer of the server can be faster. */
    private static double syncMillis(Path directory) throws IOException {
        double[] millis = new double[SYNCS];
        ByteBuffer page = ByteBuffer.allocate(4_096);
        Path file = directory.resolve("sync");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < SYNCS; i++) {
                long start = System.nanoTime();
                int written = channel.write(page.rewind(), (long) i * page.capacity());
                channel.force(false);
                millis[i] = written == page.capacity() ? since(start) : Double.NaN;
            }
        }
        Arrays.sort(millis);
        return millis[SYNCS / 2];
    }

    private static Sample measure(Path launcher, Path data, long idleMillis) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(launcher.toString(), "serve", "--port", "0", "--data", data.toString());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        long start = System.nanoTime();
        Process process = builder.start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            if (line == null) {
                throw new IllegalStateException(
                        "the server ended before it was ready; run it by hand: " + builder.command());
            }
            double ready = since(start);
            URI url = URI.create(line.substring(line.indexOf("http")));
            require201(url, "PUT /admin/databases?name=cold", "{}");
            require201(url, "GET /databases/cold/hilo/next?tag=orders", "");
            double answer = since(start);
            Thread.sleep(idleMillis);
            return new Sample(ready, answer, residentMebibytes(process.pid()));
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static void require201(URI server, String request, String body) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            String text = request + " HTTP/1.1\r\nHost: " + server.getAuthority()
                    + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!reply.startsWith("HTTP/1.1 201")) {
                throw new IllegalStateException(request + " must be answered 201, but was: " + reply);
            }
        }
    }

    private static double residentMebibytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElseThrow()
                / 1024.0;
    }

    private static double since(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e6;
    }

    private static void print(String what, String unit, List<Double> samples) {
        List<Double> sorted = samples.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%s: median %.0f %s of %d (%s)%n",
                what,
                sorted.get(sorted.size() / 2),
                unit,
                samples.size(),
                samples.stream().map(s -> String.format(Locale.ROOT, "%.0f", s)).collect(Collectors.joining(", ")));
    }

    private static void erase(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
