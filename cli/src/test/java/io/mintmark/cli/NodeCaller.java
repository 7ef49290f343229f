package io.mintmark.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Many stores of RavenDB's npm client, unmodified, in one process with several loops of calls at once. */
final class NodeCaller implements RestartCaller {
    private static final Path MODULES = Path.of("..", "server", "target", "node", "node_modules")
            .toAbsolutePath()
            .normalize();
    private static final Path SCRIPT = Path.of("src", "test", "node", "restarts.mjs");
    private static final String MADE = "made ";

    private final Process process;
    private final CallTally tally = new CallTally();

    /** Starts it in an empty directory. */
    NodeCaller(Path directory, List<URI> urls, int stores, int loops) throws IOException {
        Files.createSymbolicLink(directory.resolve("node_modules"), MODULES);
        Path script = Files.copy(SCRIPT, directory.resolve(SCRIPT.getFileName()));
        List<String> command = new ArrayList<>(
                List.of("node", script.toString(), Calls.DATABASE, Integer.toString(stores), Integer.toString(loops)));
        urls.forEach(url -> command.add(url.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Skips the test where the client is not there, and says how to install it. */
    static void assumeInstalled() {
        // npm's folders are there while it still fills them; this file is written afterwards.
        boolean installed = Files.exists(MODULES.resolve("installed-package-lock.json"));
        if (!installed) {
            System.out.println("[skipped] there is no npm client for a rolling restart: NodeClientTest installs it");
        }
        Assumptions.assumeTrue(
                installed,
                "skipped: the npm client is installed by `mvn test -pl verify/server-tests -am -Dtest=NodeClientTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false`");
    }

    @Override
    public String client() {
        return "RavenDB's client for Node";
    }

    @Override
    public void finish() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CallTally tally() {
        return tally;
    }

    @Override
    public void run() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(line);
            }
            int exit = process.waitFor();
            if (exit != 0) {
                tally.failed("node ended with " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }

    private void heard(String line) {
        if (line.startsWith(MADE)) {
            String[] words = line.split(" ", -1);
            tally.made(words[1], words[2]);
            tally.succeeded(3);
        } else {
            tally.failed(line);
        }
    }
}
