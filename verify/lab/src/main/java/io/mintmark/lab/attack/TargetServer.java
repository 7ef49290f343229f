package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.script.Credentials;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server that is attacked: a process of its own, seen from outside through its metrics and its collector's log. */
final class TargetServer implements AutoCloseable {
    private static final Pattern COLLECTION = Pattern.compile(" Pause .*->([0-9]+)M\\(.*\\) ([0-9.]+)ms");
    private static final Pattern WHOLE_COLLECTION = Pattern.compile(" Pause Full .*->([0-9]+)M\\(");

    private final ServerProcess process;
    private final Path gcLog;
    private final Path log;
    private final ServerAddress address;

    private TargetServer(ServerProcess process, Path directory, Optional<Credentials> credentials) {
        this.process = process;
        this.gcLog = directory.resolve("gc.log");
        this.log = directory.resolve("server.log");
        ServerAddress found = ServerAddress.of(process.url());
        this.address = credentials.map(known -> known.good(found)).orElse(found);
    }

    /** Returns where the data of a server is that is started in {@code directory}. */
    static Path data(Path directory) {
        return directory.resolve("data");
    }

    /** Starts {@code mintmark serve} with {@code args}, from this process's class path, and fills its database. */
    static TargetServer start(Path directory, List<String> jvm, List<String> args, Optional<Credentials> credentials)
            throws IOException {
        List<String> flags = new ArrayList<>(List.of("-Xlog:gc:file=" + directory.resolve("gc.log")));
        flags.addAll(jvm);
        List<String> command = Child.java(flags, "io.mintmark.cli.Mintmark", "serve", "--port", "0");
        command.addAll(List.of("--data", data(directory).toString()));
        command.addAll(args);
        ServerProcess process = ServerProcess.over(new ProcessBuilder(command), directory.resolve("server.log"));
        try {
            TargetServer server = new TargetServer(process, directory, credentials);
            server.fill();
            return server;
        } catch (IOException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private void fill() throws IOException {
        try (HttpConnection connection = HttpConnection.from(Attack.GOOD_ADDRESS, address)) {
            String ignored = connection.require(201, "PUT /admin/databases?name=attack", "{}");
            String body = "{\"text\":\"" + "large".repeat(40) + "\"}";
            for (int i = 0; i < 1_000; i++) {
                ignored = connection.require(201, "PUT /databases/attack/docs?id=large/" + i, body);
            }
        }
    }

    URI url() {
        return process.url();
    }

    ServerAddress address() {
        return address;
    }

    ProcessHandle handle() {
        return process.handle();
    }

    boolean isAlive() {
        return process.handle().isAlive();
    }

    /** Returns the sum of a meter over all its tags. */
    double meter(String name) throws IOException {
        try (HttpConnection connection = HttpConnection.from(Attack.GOOD_ADDRESS, address)) {
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
    double live() throws IOException {
        String ignored = Child.output(
                List.of(Child.tool("jcmd"), Long.toString(process.handle().pid()), "GC.run"));
        return Files.readAllLines(gcLog).stream()
                .map(WHOLE_COLLECTION::matcher)
                .filter(Matcher::find)
                .mapToDouble(whole -> Double.parseDouble(whole.group(1)))
                .reduce((before, last) -> last)
                .orElse(Double.NaN);
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
