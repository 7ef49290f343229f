package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A linter that other people wrote reads {@code /openapi.json}; skipped, with a printed reason, where npm is missing. */
class NightlyOpenApiLintTest extends OverHttp {
    private static final String LINTER = "@redocly/cli@2.77.0";
    private static final Pattern UNREACHABLE = Pattern.compile("code (E[A-Z_]+)\\b");

    @TempDir
    private Path folder;

    /** How a run ended, and all it said. */
    private record Outcome(int exitCode, String output) {}

    private Outcome lint(byte[] document) throws IOException, InterruptedException {
        Files.write(folder.resolve("openapi.json"), document);
        List<String> command = new ArrayList<>(List.of("npm", "exec", "--yes", "--prefer-offline"));
        command.addAll(List.of("--package=" + LINTER, "--", "redocly", "lint", "openapi.json"));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("REDOCLY_TELEMETRY", "off");
        builder.environment().put("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        Path said = folder.resolve("said.txt");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        process.getOutputStream().close();
        return new Outcome(process.waitFor(), Files.readString(said));
    }

    private Outcome lintIfPossible(byte[] document) throws InterruptedException {
        Outcome outcome;
        try {
            outcome = lint(document);
        } catch (IOException e) {
            throw skipped("there is no npm on the path");
        }
        if (UNREACHABLE.matcher(outcome.output()).find()) {
            throw skipped("npm does not get the linter: " + outcome.output());
        }
        return outcome;
    }

    private static AssertionError skipped(String why) {
        System.out.println("OpenAPI is not linted: " + why);
        Assumptions.abort(why);
        return new AssertionError(why);
    }

    @Test
    void shouldPleaseALinter() throws Exception {
        byte[] document = server.get("/openapi.json").response().body();

        Outcome outcome = lintIfPossible(document);

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("Your API description is valid");
    }

    @Test
    void shouldNoticeWhatIsNoOpenApi() throws Exception {
        String document = new String(server.get("/openapi.json").response().body(), StandardCharsets.UTF_8);

        Outcome outcome = lintIfPossible(document.replace("#/components/schemas/Ids", "#/components/schemas/None")
                .getBytes(StandardCharsets.UTF_8));

        assertThat(outcome.exitCode()).as(outcome.output()).isNotZero();
    }
}
