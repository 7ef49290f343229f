package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** RavenDB's npm client, unmodified, against a server in this process; each scenario shows as a test of its own. */
final class NodeClientTest {
    private static final Path COMPATIBILITY = Path.of("..", "docs", "compatibility.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+?) \\| `[a-z]+\\.test\\.mjs` \\|$");

    @TestFactory
    Stream<DynamicTest> shouldServeTheNodeClient(@TempDir Path data) throws IOException, InterruptedException {
        NodeScenarios scenarios =
                new NodeScenarios(Path.of("target", "node").toAbsolutePath().normalize());
        Optional<String> obstacle = scenarios.missing();
        if (obstacle.isEmpty()) {
            obstacle = scenarios.install();
        }
        if (obstacle.isPresent()) {
            return Stream.of(skipped(obstacle.get()));
        }

        List<NodeScenarios.Outcome> outcomes;
        try (MintmarkServer server =
                MintmarkServer.start(ServerSettings.builder(data).port(0).build())) {
            outcomes = scenarios.run(server.url());
        }

        assertThat(outcomes).as("scenarios that ran").isNotEmpty();
        return Stream.concat(outcomes.stream().map(NodeClientTest::asTest), Stream.of(documentation(outcomes)));
    }

    private static DynamicTest asTest(NodeScenarios.Outcome outcome) {
        return dynamicTest(outcome.name(), () -> {
            if (outcome.failure().isPresent()) {
                throw new AssertionError(outcome.failure().get());
            }
        });
    }

    private static DynamicTest documentation(List<NodeScenarios.Outcome> outcomes) {
        return dynamicTest("docs/compatibility.md lists exactly these scenarios", () -> {
            List<String> documented = ROW.matcher(Files.readString(COMPATIBILITY))
                    .results()
                    .map(row -> row.group(1))
                    .toList();
            List<String> ran =
                    outcomes.stream().map(NodeScenarios.Outcome::name).toList();
            assertThat(documented).containsExactlyInAnyOrderElementsOf(ran);
        });
    }

    private static DynamicTest skipped(String reason) {
        System.out.println("NodeClientTest is skipped: " + reason);
        return dynamicTest("skipped: " + reason.lines().findFirst().orElse(""), () -> Assumptions.abort(reason));
    }
}
