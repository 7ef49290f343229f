package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Scenarios in the language of a client that other people wrote; they run with that client as it is published. */
interface Suite {
    /** What one scenario came to; no failure means that it passed. */
    record Outcome(String name, Optional<String> failure) {}

    /** Returns what this machine lacks to run the scenarios, if anything. */
    Optional<String> missing() throws IOException, InterruptedException;

    /**
     * Installs the client, unless the same version was installed before.
     *
     * @return why that was impossible, where the registry could not be reached
     */
    Optional<String> install() throws IOException, InterruptedException;

    /**
     * What is run, and how the server is reached.
     *
     * @param certificates where the server speaks TLS: a folder with a PEM file and a PKCS#12 file named after each caller, with
     *     its key, and {@code trusted.pem} for the server
     * @param caller whose certificate is shown by those who use a database; those who create it are operators
     * @param only the files of scenarios, without their endings; none for all but {@code clearances}
     */
    record Run(URI url, Optional<Path> certificates, String caller, List<String> only) {
        static Run plain(URI url) {
            return new Run(url, Optional.empty(), "", List.of());
        }
    }

    /** Runs scenarios against a server. */
    List<Outcome> run(Run run) throws IOException, InterruptedException;

    /** Makes the tests of a suite that is installed. */
    interface Tests {
        Stream<DynamicTest> make() throws IOException, InterruptedException;
    }

    /** Runs the suite against a server in this process; returns a test for each scenario and one for the documentation. */
    static Stream<DynamicTest> tests(Suite suite, String client, Path data) throws IOException, InterruptedException {
        return tests(suite, client, ServerSettings.builder(data));
    }

    /** Does the same where the server keeps everything in an empty database of PostgreSQL at {@code url}. */
    static Stream<DynamicTest> testsOnPostgres(Suite suite, String client, Path data, String url)
            throws IOException, InterruptedException {
        return tests(suite, client, ServerSettings.builder(data).store(StoreSettings.of(url)));
    }

    private static Stream<DynamicTest> tests(Suite suite, String client, ServerSettings.Builder settings)
            throws IOException, InterruptedException {
        return ifInstalled(suite, client, () -> {
            List<Outcome> outcomes;
            try (MintmarkServer server = MintmarkServer.start(settings.port(0).build())) {
                outcomes = suite.run(Run.plain(server.url()));
            }
            return Stream.concat(tests(outcomes), Stream.of(documentation(client, "runs", outcomes)));
        });
    }

    /** Returns the tests; where the suite cannot run, one test that is skipped with the reason. */
    static Stream<DynamicTest> ifInstalled(Suite suite, String client, Tests tests)
            throws IOException, InterruptedException {
        Optional<String> obstacle = suite.missing();
        if (obstacle.isEmpty()) {
            obstacle = suite.install();
        }
        return obstacle.isPresent() ? Stream.of(skipped(client, obstacle.get())) : tests.make();
    }

    /** Returns a test for each scenario. */
    static Stream<DynamicTest> tests(List<Outcome> outcomes) {
        assertThat(outcomes).as("scenarios that ran").isNotEmpty();
        return outcomes.stream().map(Suite::test);
    }

    private static DynamicTest test(Outcome outcome) {
        return dynamicTest(outcome.name(), () -> {
            if (outcome.failure().isPresent()) {
                throw new AssertionError(outcome.failure().get());
            }
        });
    }

    /**
     * Returns the test that the client's column in verify/lab/reports/ravendb-clients.md has {@code mark} at exactly these
     * scenarios.
     */
    static DynamicTest documentation(String client, String mark, List<Outcome> outcomes) {
        return dynamicTest("verify/lab/reports/ravendb-clients.md lists exactly these scenarios", () -> {
            assertListed(CompatibilityTable.read(), client, mark, outcomes);
        });
    }

    /** Fails unless the client's column of {@code table} has {@code mark} at exactly these scenarios. */
    static void assertListed(CompatibilityTable table, String client, String mark, List<Outcome> outcomes) {
        assertThat(table.scenariosOf(client))
                .containsExactlyInAnyOrderElementsOf(
                        outcomes.stream().map(Outcome::name).toList());
        assertThat(table.cellsOf(client)).containsExactly(mark);
    }

    private static DynamicTest skipped(String client, String reason) {
        System.out.println("The scenarios of the client for " + client + " are skipped: " + reason);
        return dynamicTest("skipped: " + reason.lines().findFirst().orElse(""), () -> Assumptions.abort(reason));
    }
}
