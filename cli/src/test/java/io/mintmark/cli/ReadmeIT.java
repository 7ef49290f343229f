package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first block of the README and then that of {@code docs/http.md}, line by line on one server, which the README's own line
 * starts: each curl prints what the comment below it says, {@code …} being anything.
 */
class ReadmeIT {
    private static final List<Path> PAGES = List.of(Path.of("..", "README.md"), Path.of("..", "docs", "http.md"));
    private static final String DOCUMENTED = "http://127.0.0.1:8080";

    @TempDir
    private Path directory;

    /** One line to type and what it prints. */
    private record Example(String command, String printed) {}

    @Test
    void shouldPrintWhatThePagesSay() throws Exception {
        Assumptions.assumeTrue(hasCurl(), "skipped: there is no curl on this machine to type the pages' lines with");
        try (ServerProcess server = started(firstBlock(PAGES.get(0)).get(0))) {
            URI url = server.awaitReady();
            for (Path page : PAGES) {
                List<Example> examples = examples(page);
                assertThat(examples).as("%s", page).hasSizeGreaterThanOrEqualTo(2);
                for (Example example : examples) {
                    String printed = shell(example.command().replace(DOCUMENTED, url.toString()));
                    assertThat(printed).as(example.command()).matches(asPattern(example.printed()));
                }
            }
        }
    }

    /** Types the line where a release is unpacked, but for the port. */
    private ServerProcess started(String line) throws IOException {
        assertThat(line).isEqualTo("./mintmark serve &");
        Path jar = Path.of(System.getProperty("mintmark.jar", "target/mintmark.jar"));
        Path ignoredJar = Files.copy(jar, directory.resolve("mintmark.jar"));
        Path launcher = Files.copy(Path.of("..", "mintmark"), directory.resolve("mintmark"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        String typed = "exec " + line.replace(" &", " --port 0");
        return ServerProcess.start(directory, List.of("sh", "-c", typed), Map.of("MINTMARK_NO_PREPARED", "1"));
    }

    private static List<Example> examples(Path page) throws IOException {
        List<Example> examples = new ArrayList<>();
        String command = "";
        for (String line : firstBlock(page)) {
            if (line.startsWith("curl ")) {
                command = line;
            } else if (line.startsWith("# {") && !command.isEmpty()) {
                examples.add(new Example(command, line.substring(2)));
                command = "";
            }
        }
        return examples;
    }

    private static List<String> firstBlock(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .dropWhile(line -> !line.equals("```sh"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }

    private static Pattern asPattern(String printed) {
        return Pattern.compile(
                Pattern.compile("…").splitAsStream(printed).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    private static boolean hasCurl() throws Exception {
        return !shell("command -v curl || true").isBlank();
    }

    private static String shell(String line) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", line + " 2>/dev/null").start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(line).isZero();
        return printed.strip();
    }
}
