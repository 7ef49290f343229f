package io.mintmark.lab.attack;

import io.mintmark.lab.attack.script.Credentials;
import io.mintmark.lab.http.HttpConnection;
import io.mintmark.lab.http.ServerAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server that is attacked: a process of its own, seen from outside through its metrics and its collector's log. */
final class TargetServer implements AutoCloseable {
    private static final String READY = "Server available on: ";
    private static final Pattern COLLECTION = Pattern.compile(" Pause .*->([0-9]+)M\\(.*\\) ([0-9.]+)ms");
    private static final Pattern WHOLE_COLLECTION = Pattern.compile(" Pause Full .*->([0-9]+)M\\(");

    private final Process process;
    private final Path gcLog;
    private final Path log;
    private final URI url;
    private final ServerAddress address;

    private TargetServer(Process process, Path directory, Optional<Credentials> credentials) throws IOException {
        this.process = process;
        this.gcLog = directory.resolve("gc.log");
        this.log = directory.resolve("server.log");
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null || !line.startsWith(READY)) {
            throw new IllegalStateException("the server did not start: " + log());
        }
        url = URI.create(line.substring(READY.length()));
        ServerAddress found = ServerAddress.of(url);
        address = credentials.map(known -> known.good(found)).orElse(found);
    }

    /** Returns where the data of a server is that is started in {@code directory}. */
    static Path data(Path directory) {
        return directory.resolve("data");
    }

    /** Starts {@code mintmark serve} with {@code args}, from this process's class path, and fills its database. */
    static TargetServer start(Path directory, List<String> jvm, List<String> args, Optional<Credentials> credentials)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xlog:gc:file=" + directory.resolve("gc.log"));
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mintmark.cli.Mintmark", "serve"));
        command.addAll(List.of("--port", "0", "--data", data(directory).toString()));
        command.addAll(args);
        Process process = new ProcessBuilder(command)
                .redirectError(directory.resolve("server.log").toFile())
                .start();
        try {
            TargetServer server = new TargetServer(process, directory, credentials);
            server.fill();
            return server;
        } catch (IOException | RuntimeException e) {
            Process ignored = process.destroyForcibly();
            throw e;
        }
    }

    private void fill() throws IOException {
        try (HttpConnection connection = HttpConnection.from(GoodClients.ADDRESS, address)) {
            require(201, connection.ask("PUT /admin/databases?name=attack", "{}"));
            for (int i = 0; i < 1_000; i++) {
                String body = "{\"text\":\"" + "large".repeat(40) + "\"}";
                require(201, connection.ask("PUT /databases/attack/docs?id=large/" + i, body));
            }
        }
    }

    private static void require(int expected, int status) {
        if (status != expected) {
            throw new IllegalStateException("the database could not be filled: " + status);
        }
    }

    URI url() {
        return url;
    }

    ServerAddress address() {
        return address;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the sum of a meter over all its tags. */
    double meter(String name) throws IOException {
        try (HttpConnection connection = HttpConnection.from(GoodClients.ADDRESS, address)) {
            Matcher line = Pattern.compile("^" + name + "(?:\\{[^}]*\\})? ([0-9.E+-]+)$", Pattern.MULTILINE)
                    .matcher(connection.text("GET /metrics"));
            double sum = 0;
            while (line.find()) {
                sum += Double.parseDouble(line.group(1));
            }
            return sum;
        }
    }

    /** Returns of each collection so far what lived after it, in MiB, and how long it took, in milliseconds. */
    List<double[]> collections() throws IOException {
        List<double[]> all = new ArrayList<>();
        for (String line : Files.readAllLines(gcLog)) {
            Matcher collection = COLLECTION.matcher(line);
            if (collection.find()) {
                all.add(new double[] {Double.parseDouble(collection.group(1)), Double.parseDouble(collection.group(2))
                });
            }
        }
        return all;
    }

    /** Collects the whole heap and returns what lived, in MiB; NaN where the collector does not say. */
    double live() throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process collecting = new ProcessBuilder(jcmd, Long.toString(process.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int ignored = collecting.waitFor();
        return Files.readAllLines(gcLog).stream()
                .map(WHOLE_COLLECTION::matcher)
                .filter(Matcher::find)
                .mapToDouble(whole -> Double.parseDouble(whole.group(1)))
                .reduce((before, last) -> last)
                .orElse(Double.NaN);
    }

    double residentMebibytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElse(0)
                / 1024.0;
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                Process ignored = process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
