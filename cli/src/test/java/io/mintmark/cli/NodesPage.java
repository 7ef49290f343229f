package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of pages that start nodes, typed as they are copied, but for the address of the store. */
@Timeout(120)
abstract class NodesPage {
    /** The beginning of a block that starts nodes. */
    private static final String STORE_OF_NODES = "export MINTMARK_STORE=";

    private static final String STORE = "db.lan/ids";
    private static final String TYPED = "all of it was typed";
    /** Nodes start here beside other tests, sooner or later than for a reader; the list shows what a heartbeat told. */
    private static final String UNTIL_ALL_SERVE =
            "for i in $(seq 300); do [ $(grep -c ' as node [ABC];' errors) = %d ] && break; sleep 0.1; done; sleep 2";

    @TempDir
    Path directory;

    private DurablePostgres postgres;

    @BeforeEach
    void start() throws IOException {
        postgres = DurablePostgres.start();
        Path jar = Path.of(System.getProperty("mintmark.jar", "target/mintmark.jar"));
        Files.copy(jar, directory.resolve("mintmark.jar"));
        Files.copy(Path.of("..", "mintmark"), directory.resolve("mintmark"));
        assertThat(directory.resolve("mintmark").toFile().setExecutable(true)).isTrue();
    }

    @AfterEach
    void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    static List<String> block(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .dropWhile(line -> !line.startsWith(STORE_OF_NODES))
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }

    String here() {
        return "localhost:" + postgres.port() + "/postgres";
    }

    /** Types all but the comments, with the store of this test, and returns what was printed. */
    String typed(List<String> lines) throws Exception {
        String typed = lines.stream().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
        long nodes = lines.stream().filter(line -> line.contains(" serve ")).count();
        String here = here();
        String script = typed.replace(STORE, here)
                .replace("MINTMARK_STORE_USER=mintmark", "MINTMARK_STORE_USER=postgres")
                .replaceFirst("sleep [0-9]+", Matcher.quoteReplacement(UNTIL_ALL_SERVE.formatted(nodes)));
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", script + "\necho " + TYPED + "; wait")
                .directory(directory.toFile())
                .redirectError(directory.resolve("errors").toFile());
        // The nodes live for seconds: to prepare quick starts, or to compile well, would cost more than it saves.
        shell.environment()
                .putAll(Map.of("MINTMARK_NO_PREPARED", "1", "MINTMARK_JAVA_OPTS", "-XX:TieredStopAtLevel=1"));
        return printed(shell.start());
    }

    /** Returns what was printed until all was typed, and stops what was started. */
    private static String printed(Process shell) throws IOException {
        try (BufferedReader lines = shell.inputReader(StandardCharsets.UTF_8)) {
            StringBuilder printed = new StringBuilder();
            String line = lines.readLine();
            while (line != null && !line.equals(TYPED)) {
                printed.append(line).append('\n');
                line = lines.readLine();
            }
            return printed.toString();
        } finally {
            shell.descendants().forEach(ProcessHandle::destroy);
        }
    }

    /** Nodes start in any order, and their ages differ. */
    static Pattern pattern(String shown, String here) {
        String line = shown.replace(STORE.replace("/", ":5432/"), here);
        String exact =
                Pattern.compile("…").splitAsStream(line).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(exact.replaceAll("  +http://127.0.0.1:808[123]", "\\\\E +http://127.0.0.1:808[123]\\\\Q")
                .replaceAll("[0-9]\\.[0-9] s", "\\\\E[0-9.]+ s\\\\Q")
                .replaceAll(" {2,}", "\\\\E +\\\\Q"));
    }
}
