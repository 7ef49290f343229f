package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The blocks of {@code docs/nodes.md} and of the README that start nodes, as they are copied, but for the address of the store:
 * the nodes start, and are shown.
 */
@Timeout(120)
class NodesPageIT {
    private static final Path PAGE = Path.of("..", "docs", "nodes.md");
    private static final Path README = Path.of("..", "README.md");
    /** The beginning of a block that starts nodes. */
    private static final String STORE_OF_NODES = "export MINTMARK_STORE=";

    private static final String STORE = "db.lan/ids";
    private static final String TYPED = "all of it was typed";
    /** Nodes start here beside other tests, sooner or later than for a reader; the list shows what a heartbeat told. */
    private static final String UNTIL_ALL_SERVE =
            "for i in $(seq 300); do [ $(grep -c ' as node [ABC];' errors) = %d ] && break; sleep 0.1; done; sleep 2";

    @TempDir
    private Path directory;

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

    private static List<String> block(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .dropWhile(line -> !line.startsWith(STORE_OF_NODES))
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }

    @Test
    void shouldShowThreeNodesAsThePageDoes() throws Exception {
        List<String> lines = block(PAGE);

        String printed = typed(lines);

        for (String shown : lines.stream()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .toList()) {
            assertThat(printed)
                    .as("%s%n%s", shown, Files.readString(directory.resolve("errors")))
                    .containsPattern(pattern(shown, here()));
        }
    }

    @Test
    void shouldStartTheNodesOfTheReadme() throws Exception {
        List<String> lines = new ArrayList<>(block(README));
        assertThat(lines).hasSize(3);
        lines.addAll(List.of("sleep 8", "./mintmark cluster"));

        String printed = typed(lines);

        assertThat(printed)
                .as(Files.readString(directory.resolve("errors")))
                .containsPattern("A +[12] +serving .*http://127.0.0.1:808[12]\n")
                .containsPattern("B +[12] +serving .*http://127.0.0.1:808[12]\n")
                .contains("http://127.0.0.1:8081\n", "http://127.0.0.1:8082\n");
    }

    private String here() {
        return "localhost:" + postgres.port() + "/postgres";
    }

    /** Types all but the comments, with the store of this test, and returns what was printed. */
    private String typed(List<String> lines) throws Exception {
        String typed = lines.stream().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
        long nodes = lines.stream().filter(line -> line.contains(" serve ")).count();
        String here = here();
        String script = typed.replace(STORE, here)
                .replace("MINTMARK_STORE_USER=mintmark", "MINTMARK_STORE_USER=postgres")
                .replaceFirst("sleep [0-9]+", Matcher.quoteReplacement(UNTIL_ALL_SERVE.formatted(nodes)));
        Process shell = new ProcessBuilder("sh", "-c", script + "\necho " + TYPED + "; wait")
                .directory(directory.toFile())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        return printed(shell);
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
    private static Pattern pattern(String shown, String here) {
        String line = shown.replace(STORE.replace("/", ":5432/"), here);
        String exact =
                Pattern.compile("…").splitAsStream(line).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(exact.replaceAll("  +http://127.0.0.1:808[123]", "\\\\E +http://127.0.0.1:808[123]\\\\Q")
                .replaceAll("[0-9]\\.[0-9] s", "\\\\E[0-9.]+ s\\\\Q")
                .replaceAll(" {2,}", "\\\\E +\\\\Q"));
    }
}
