package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** A suite over TLS against a server with an access list, on which each caller is known by a certificate. */
final class CertifiedSuite {
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();
    private static final List<String> CALLERS =
            List.of("operator", "admin", "writer", "reader", "other", "newcomer", "stranger", "expired");
    /** More databases than the scenarios of one file create. */
    private static final int DATABASES = 60;

    private final Suite suite;
    private final String client;
    private final Path directory;

    private CertifiedSuite(Suite suite, String client, Path directory) {
        this.suite = suite;
        this.client = client;
        this.directory = directory;
    }

    /** Returns the scenarios of each way to make ids, by somebody who may read and write, and those of clearances. */
    static Stream<DynamicTest> strategies(Suite suite, String client, Path directory)
            throws IOException, InterruptedException {
        CertifiedSuite certified = new CertifiedSuite(suite, client, directory);
        return Suite.ifInstalled(suite, client, () -> certified.tests("writer", List.of("strategies")));
    }

    /** Returns all scenarios, by an operator, and those of clearances. */
    static Stream<DynamicTest> all(Suite suite, String client, Path directory)
            throws IOException, InterruptedException {
        CertifiedSuite certified = new CertifiedSuite(suite, client, directory);
        return Suite.ifInstalled(suite, client, () -> certified.tests("operator", List.of()));
    }

    private Stream<DynamicTest> tests(String caller, List<String> only) throws IOException, InterruptedException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Path certificates = certificates(data);
        TlsSettings tls = TlsSettings.of(SERVER.writePem(directory.resolve("server.pem")));
        try (MintmarkServer server = MintmarkServer.start(
                ServerSettings.builder(data).port(0).tls(tls).build())) {
            URI url = server.url();
            List<Suite.Outcome> usual = suite.run(new Suite.Run(url, Optional.of(certificates), caller, only));
            List<Suite.Outcome> clearances =
                    suite.run(new Suite.Run(url, Optional.of(certificates), caller, List.of("clearances")));
            return Stream.of(
                            Suite.tests(usual),
                            Suite.tests(clearances),
                            Stream.of(documentation(clearances), known(usual)))
                    .flatMap(tests -> tests);
        }
    }

    /** Registers the callers, and writes their certificates. */
    private Path certificates(Path data) throws IOException {
        Map<String, DatabaseAccess> written = new HashMap<>(Map.of("shop", DatabaseAccess.READ_WRITE));
        for (int i = 1; i <= DATABASES; i++) {
            written.put("node-strategies-" + i, DatabaseAccess.READ_WRITE);
            written.put("python-strategies-" + i, DatabaseAccess.READ_WRITE);
        }
        Callers callers = Callers.withCertificates(data)
                .operator("operator")
                .on("admin", "shop", DatabaseAccess.ADMIN)
                .on("writer", written)
                .on("reader", "shop", DatabaseAccess.READ)
                .on("other", "archive", DatabaseAccess.ADMIN)
                .operator("expired", TestCertificate.named("expired").expired().make());
        Path folder = Files.createDirectories(directory.resolve("certificates"));
        for (String caller : CALLERS) {
            TestCertificate certificate = callers.certificate(caller);
            Path ignored = certificate.writePem(folder.resolve(caller + ".pem"));
            certificate.writePkcs12(folder.resolve(caller + ".p12"));
        }
        Path ignored = TestCertificate.writePrivately(folder.resolve("trusted.pem"), SERVER.pemChain());
        return folder;
    }

    private DynamicTest documentation(List<Suite.Outcome> clearances) {
        return dynamicTest(
                "verify/lab/reports/ravendb-clients.md lists exactly these scenarios of clearances",
                () -> Suite.assertListed(CompatibilityTable.ofClearances(), client, "runs", clearances));
    }

    private DynamicTest known(List<Suite.Outcome> usual) {
        return dynamicTest(
                "verify/lab/reports/ravendb-clients.md lists these scenarios",
                () -> assertThat(CompatibilityTable.read().scenariosOf(client))
                        .containsAll(usual.stream().map(Suite.Outcome::name).toList()));
    }
}
