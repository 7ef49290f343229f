package io.mintmark.client;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assumptions;

/** Programs of RavenDB's npm client, unmodified, as the server's own tests install it. */
final class NodeProcess {
    private static final Path MODULES = Path.of("..", "server", "target", "node", "node_modules")
            .toAbsolutePath()
            .normalize();
    /** Written once npm has installed everything. */
    private static final Path WHOLE = MODULES.resolve("installed-package-lock.json");

    /** There while the server's tests run in the same build, and afterwards. */
    private static final Path SERVER_TESTS =
            Path.of("..", "verify", "server-tests", "target").toAbsolutePath().normalize();
    /** Written once the test that installs it is over. */
    private static final Path REPORT =
            SERVER_TESTS.resolve(Path.of("surefire-reports", "TEST-io.mintmark.server.ravendb.NodeClientTest.xml"));

    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(2);
    private static final Path SCRIPT = Path.of("src", "test", "node", "numbering.mjs");
    private static final long MINUTES_MAX = 20;

    private final Path script;

    /** Prepares programs in an empty directory. */
    NodeProcess(Path directory) throws IOException {
        Files.createSymbolicLink(directory.resolve("node_modules"), MODULES);
        script = Files.copy(SCRIPT, directory.resolve(SCRIPT.getFileName()));
    }

    /**
     * Skips the test where the client is not there, and says how to install it. Waits while it is being installed, or about
     * to be: the server's tests may run at the same time.
     */
    static void assumeInstalled() {
        try {
            await().atMost(INSTALL_LIMIT).until(() -> Files.exists(WHOLE) || !isToCome());
        } catch (ConditionTimeoutException late) {
            // Then the test is skipped.
        }
        boolean installed = Files.exists(WHOLE);
        if (!installed) {
            System.out.println("[skipped] RavenDB's npm client is not installed: NodeClientTest installs it");
        }
        Assumptions.assumeTrue(
                installed,
                "skipped: the npm client is installed by `mvn test -pl verify/server-tests -am -Dtest=NodeClientTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false`");
    }

    private static boolean isToCome() {
        return Files.isDirectory(MODULES) || (Files.isDirectory(SERVER_TESTS) && Files.notExists(REPORT));
    }

    /** Opens a store for each of {@code counts}, makes so many ids by it, and tells each; returns how many there were. */
    int number(String url, String database, int[] counts, Consumer<String> heard) throws Exception {
        List<String> command = new ArrayList<>(List.of("node", script.toString(), url, database));
        Arrays.stream(counts).mapToObj(Integer::toString).forEach(command::add);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        CompletableFuture<Process> ignored = process.onExit()
                .orTimeout(MINUTES_MAX, TimeUnit.MINUTES)
                .exceptionally(late -> process.destroyForcibly());
        int ids = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String id = lines.readLine(); id != null; id = lines.readLine()) {
                heard.accept(id);
                ids++;
            }
        }
        int exit = process.waitFor();
        if (exit != 0) {
            throw new AssertionError("node ended with " + exit);
        }
        return ids;
    }
}
