package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first block, line by line: each curl prints what the comment below it says, {@code …} being anything. */
class ReadmeIT {
    private static final Path README = Path.of("..", "README.md");
    private static final String DOCUMENTED = "http://127.0.0.1:8080";

    @TempDir
    private Path directory;

    /** One line to type and what it prints. */
    private record Example(String command, String printed) {}

    @Test
    void shouldPrintWhatTheReadmeSays() throws Exception {
        Assumptions.assumeTrue(hasCurl(), "skipped: there is no curl on this machine to type the README's lines with");
        try (ServerProcess server = ServerProcess.run(
                directory,
                "serve",
                "--port",
                "0",
                "--data",
                directory.resolve("data").toString())) {
            URI url = server.awaitReady();
            List<Example> examples = examples();

            assertThat(examples).hasSizeGreaterThanOrEqualTo(5);
            for (Example example : examples) {
                String printed = shell(example.command().replace(DOCUMENTED, url.toString()));
                assertThat(printed).as(example.command()).matches(asPattern(example.printed()));
            }
        }
    }

    private static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        String command = "";
        for (String line : firstBlock()) {
            if (line.startsWith("curl ")) {
                command = line;
            } else if (line.startsWith("# {") && !command.isEmpty()) {
                examples.add(new Example(command, line.substring(2)));
                command = "";
            }
        }
        return examples;
    }

    private static List<String> firstBlock() throws IOException {
        return Files.readAllLines(README).stream()
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
