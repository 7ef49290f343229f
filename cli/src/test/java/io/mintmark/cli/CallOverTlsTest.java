package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that call a server over TLS: whom they trust, what they show, and what they say of files that do not do. */
@Timeout(120)
class CallOverTlsTest {
    private static KeytoolCertificate own;
    private static KeytoolCertificate other;
    private static KeytoolCertificate elsewhere;

    @TempDir
    private Path temporary;

    private int backups;

    @BeforeAll
    static void make(@TempDir Path certificates) throws Exception {
        own = KeytoolCertificate.make(certificates, "server", "ip:127.0.0.1");
        other = KeytoolCertificate.make(certificates, "other", "ip:127.0.0.1");
        elsewhere = KeytoolCertificate.make(certificates, "elsewhere", "dns:ids.lan");
    }

    private MintmarkServer serve(KeytoolCertificate shown) {
        return MintmarkServer.start(ServerSettings.builder(temporary.resolve("data"))
                .port(0)
                .tls(TlsSettings.of(shown.store).withPassword(KeytoolCertificate.PASSWORD))
                .build());
    }

    private CommandRun backup(URI url, Map<String, String> variables, String... more) {
        return CommandRun.with(
                variables, List.of("backup", "--url", url.toString(), "--to", folder().toString()), more);
    }

    /** Another one for each backup, since a name is a second's. */
    private Path folder() {
        backups++;
        return temporary.resolve("backups-" + backups);
    }

    private CommandRun backup(MintmarkServer server, String... more) {
        return backup(server.url(), Map.of(), more);
    }

    private static void done(CommandRun run) {
        run.expect(0);
    }

    private static void failed(CommandRun run, String... said) {
        run.expect(1);
        assertThat(run.err().lines()).singleElement().asString().contains(said);
    }

    private CommandRun addOperator(String... more) {
        String data = temporary.resolve("data").toString();
        CommandRun added = CommandRun.of(List.of("access", "add", "ops", "--operator", "--data", data), more);
        done(added);
        return added;
    }

    @Test
    void shouldTrustTheCertificatesOfAFile() throws Exception {
        Path both = temporary.resolve("both.pem");
        Files.writeString(both, Files.readString(other.certificate) + Files.readString(own.certificate));
        try (MintmarkServer server = serve(own)) {
            done(backup(server, "--trust", own.certificate.toString()));
            done(backup(server, "--trust", both.toString()));
            done(backup(server.url(), Map.of("MINTMARK_TRUST", own.certificate.toString())));
        }
    }

    @Test
    void shouldNotAskAServerThatIsNotTrusted() {
        try (MintmarkServer server = serve(own)) {
            failed(backup(server), "is not trusted", "--trust");
            failed(backup(server, "--trust", other.certificate.toString()), "is not trusted", "--trust");
        }
        assertThat(temporary.resolve("backups")).doesNotExist();
    }

    @Test
    void shouldNotTrustACertificateOfAnotherName() {
        try (MintmarkServer server = serve(elsewhere)) {
            failed(
                    backup(server, "--trust", elsewhere.certificate.toString()),
                    "is not trusted (No subject alternative",
                    "a name that is in its certificate");
        }
    }

    @Test
    void shouldNeedAnOperatorsTokenOverTls() {
        String token = addOperator().out().strip();
        String[] trust = {"--trust", own.certificate.toString()};
        try (MintmarkServer server = serve(own)) {
            failed(backup(server, trust), "status 403", "MINTMARK_TOKEN", "--own-certificate", "--operator");
            failed(backup(server.url(), Map.of("MINTMARK_TOKEN", token + "x"), trust), "status 403", "MINTMARK_TOKEN");
            done(backup(server.url(), Map.of("MINTMARK_TOKEN", token), trust));
        }
    }

    @Test
    void shouldShowAnOperatorsCertificate() {
        addOperator("--certificate", other.certificate.toString());
        String trust = own.certificate.toString();
        try (MintmarkServer server = serve(own)) {
            done(backup(
                    server,
                    "--trust",
                    trust,
                    "--own-certificate",
                    other.certificate.toString(),
                    "--own-certificate-key",
                    other.key.toString()));
            done(backup(
                    server.url(),
                    Map.of("MINTMARK_OWN_CERTIFICATE_PASSWORD", KeytoolCertificate.PASSWORD),
                    "--trust",
                    trust,
                    "--own-certificate",
                    other.store.toString()));
            failed(backup(server, "--trust", trust), "status 403", "--own-certificate");
        }
    }

    @Test
    void shouldDrawALaunchOverTls() {
        try (MintmarkServer server = serve(own)) {
            String[] draw = {"launch", "next", "--server", server.url().toString(), "--database", "shop"};
            failed(CommandRun.of(draw), "is not trusted", "--trust");
            failed(CommandRun.with(Map.of("MINTMARK_TRUST", own.certificate.toString()), draw), "create the database");
        }
    }

    @Test
    void shouldNameTheFileThatDoesNotDo() {
        URI nobody = URI.create("https://127.0.0.1:1");
        String none = temporary.resolve("none.pem").toString();
        failed(backup(nobody, Map.of(), "--trust", none), none, "cannot be read", "to trust");
        failed(backup(nobody, Map.of(), "--trust", own.key.toString()), own.key + " has no certificate", "as PEM");
        failed(backup(nobody, Map.of(), "--trust", own.store.toString()), own.store + " has no certificate", "as PEM");
        failed(backup(nobody, Map.of(), "--own-certificate", none), none, "cannot be read", "to show");
        failed(
                backup(nobody, Map.of(), "--own-certificate", own.certificate.toString()),
                own.certificate + " has no private key");
        failed(backup(nobody, Map.of(), "--own-certificate", own.store.toString()), "name a file with its password");
        failed(
                backup(
                        nobody,
                        Map.of(),
                        "--own-certificate",
                        own.certificate.toString(),
                        "--own-certificate-key",
                        other.key.toString()),
                "the private key is not the one of the first certificate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backup --url http://127.0.0.1:1 --to x --trust a.pem",
                "backup --data x --to y --trust a.pem",
                "backup --data x --to y --own-certificate a.pem",
                "backup --url https://127.0.0.1:1 --to x --own-certificate-key a.pem",
                "launch next --data x --trust a.pem",
                "launch next --server http://127.0.0.1:1 --database shop --own-certificate a.pem"
            })
    void shouldRefuseWhatWouldNotBeUsed(String options) {
        CommandRun run = CommandRun.of(options.split(" ", -1)).expect(2);

        assertThat(run.err().lines()).singleElement().asString().contains(" needs ", "leave --");
    }
}
