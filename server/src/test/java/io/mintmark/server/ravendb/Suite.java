package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.TlsSettings;
import io.mintmark.server.tls.TestCertificate;
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
     * Certificates of a client that speaks TLS, as PEM files.
     *
     * @param client the one that it shows, with its key
     * @param trusted the one by which it knows the server
     */
    record Certificates(Path client, Path trusted) {}

    /** Runs all scenarios against the server at the URL, with certificates if it speaks TLS. */
    List<Outcome> run(URI url, Optional<Certificates> tls) throws IOException, InterruptedException;

    /**
     * Runs the suite against a server in this process, and returns a test for each scenario and one for the documentation;
     * where the suite cannot run, one test that is skipped with the reason.
     */
    static Stream<DynamicTest> tests(Suite suite, String client, Path data) throws IOException, InterruptedException {
        return tests(suite, client, ServerSettings.builder(data), Optional.empty());
    }

    /** Does the same over TLS, where the client shows a certificate that nobody else signed. */
    static Stream<DynamicTest> testsOverTls(Suite suite, String client, Path data)
            throws IOException, InterruptedException {
        TestCertificate server = TestCertificate.named("server").make();
        TestCertificate own = TestCertificate.named("client").withoutHost().make();
        TlsSettings tls = TlsSettings.of(server.writePem(data.resolve("server.pem")));
        Certificates certificates = new Certificates(
                own.writePem(data.resolve("client.pem")),
                TestCertificate.writePrivately(data.resolve("trusted.pem"), server.pemChain()));
        return tests(suite, client, ServerSettings.builder(data.resolve("data")).tls(tls), Optional.of(certificates));
    }

    /** Does the same where the server keeps everything in an empty database of PostgreSQL at {@code url}. */
    static Stream<DynamicTest> testsOnPostgres(Suite suite, String client, Path data, String url)
            throws IOException, InterruptedException {
        return tests(suite, client, ServerSettings.builder(data).store(StoreSettings.of(url)), Optional.empty());
    }

    private static Stream<DynamicTest> tests(
            Suite suite, String client, ServerSettings.Builder settings, Optional<Certificates> tls)
            throws IOException, InterruptedException {
        Optional<String> obstacle = suite.missing();
        if (obstacle.isEmpty()) {
            obstacle = suite.install();
        }
        if (obstacle.isPresent()) {
            return Stream.of(skipped(client, obstacle.get()));
        }

        List<Outcome> outcomes;
        try (MintmarkServer server = MintmarkServer.start(settings.port(0).build())) {
            outcomes = suite.run(server.url(), tls);
        }

        assertThat(outcomes).as("scenarios that ran").isNotEmpty();
        return Stream.concat(outcomes.stream().map(Suite::test), Stream.of(documentation(client, "runs", outcomes)));
    }

    private static DynamicTest test(Outcome outcome) {
        return dynamicTest(outcome.name(), () -> {
            if (outcome.failure().isPresent()) {
                throw new AssertionError(outcome.failure().get());
            }
        });
    }

    /** Returns the test that the client's column in docs/compatibility.md has {@code mark} at exactly these scenarios. */
    static DynamicTest documentation(String client, String mark, List<Outcome> outcomes) {
        return dynamicTest("docs/compatibility.md lists exactly these scenarios", () -> {
            CompatibilityTable table = CompatibilityTable.read();
            assertThat(table.scenariosOf(client))
                    .containsExactlyInAnyOrderElementsOf(
                            outcomes.stream().map(Outcome::name).toList());
            assertThat(table.cellsOf(client)).containsExactly(mark);
        });
    }

    private static DynamicTest skipped(String client, String reason) {
        System.out.println("The scenarios of the client for " + client + " are skipped: " + reason);
        return dynamicTest("skipped: " + reason.lines().findFirst().orElse(""), () -> Assumptions.abort(reason));
    }
}
