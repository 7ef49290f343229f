package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.User;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Our client and RavenDB's npm client number one collection of one database at the same time. */
class CrossNodeTest {
    /** The server's own tests install the client there, unmodified. */
    private static final Path MODULES = Path.of("..", "server", "target", "node", "node_modules")
            .toAbsolutePath()
            .normalize();

    private static final Path SCRIPT = Path.of("src", "test", "node", "numbering.mjs");
    private static final int IDS = 50;
    private static final long SECONDS_MAX = 120;

    @RegisterExtension
    static final Shop SHOP = new Shop();

    private final HistoryChecker history = new HistoryChecker();

    @Test
    void shouldNeverMakeAnIdTwiceBesideTheNodeClient(@TempDir Path directory) throws Exception {
        Assumptions.assumeTrue(
                Files.isDirectory(MODULES.resolve("ravendb")),
                "skipped: the npm client is installed by `mvn test -pl server -am -Dtest=NodeClientTest`");
        int stores = Effort.of("stores of the Node client", 10, 200);

        Process node = startNode(directory, stores);
        Thread reading = new Thread(() -> note(node));
        reading.start();
        while (node.isAlive()) {
            numberWithOurs();
        }
        reading.join();

        assertThat(node.waitFor()).isZero();
        assertThat(history.issuedCount()).isGreaterThan((long) stores * IDS);
        history.requireNoDuplicates();
    }

    private static Process startNode(Path directory, int stores) throws IOException {
        Files.createSymbolicLink(directory.resolve("node_modules"), MODULES);
        Path script = Files.copy(SCRIPT, directory.resolve(SCRIPT.getFileName()));
        List<String> command = List.of(
                "node",
                script.toString(),
                SHOP.url(),
                SHOP.database(),
                Integer.toString(stores),
                Integer.toString(IDS));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        CompletableFuture<Process> ignored = process.onExit()
                .orTimeout(SECONDS_MAX, TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly());
        return process;
    }

    private void note(Process node) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            for (String id = lines.readLine(); id != null; id = lines.readLine()) {
                history.issued("users", id);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void numberWithOurs() {
        try (DocumentStore store =
                DocumentStore.builder(SHOP.url()).database(SHOP.database()).open()) {
            for (int i = 0; i < IDS; i++) {
                history.issued("users", store.ids().nextId(new User()));
            }
        }
    }
}
