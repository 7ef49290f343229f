package io.mintmark.cli;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** A data directory between the runs of its server: used, copied, put back. */
final class StoppedData {
    static final String CATALOG = "catalog.sqlite";
    static final String FILE = "database-1.sqlite";

    final Path directory;

    StoppedData(Path directory) {
        this.directory = directory;
    }

    /** What clients ask of a server. */
    @FunctionalInterface
    interface Use {
        void of(Calls calls) throws IOException, InterruptedException;
    }

    MintmarkServer serve() {
        return MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
    }

    /** Starts a server on it, uses that, and stops it in order. */
    StoppedData use(Use use) throws IOException, InterruptedException {
        try (MintmarkServer server = serve()) {
            use.of(new Calls(HttpClient.newHttpClient(), server.url()));
        }
        return this;
    }

    /** Copies the files as they are, also while a server runs; not those that SQLite makes anew. */
    StoppedData copyTo(Path other) throws IOException {
        Files.createDirectories(other);
        for (Path file : files()) {
            if (!file.toString().endsWith("-shm") && !file.endsWith("lock")) {
                Files.copy(file, other.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return new StoppedData(other);
    }

    void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    CommandRun run(String command, String... options) {
        return run(List.of(command), options);
    }

    /** Runs a command on it; {@code options} come last. */
    CommandRun run(List<String> command, String... options) {
        Stream<String> words = Stream.concat(command.stream(), Stream.of("--data", directory.toString()));
        return CommandRun.of(words.toList(), options);
    }
}
