package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.support.OwnVersion;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees at {@code /v1/server}. */
class ServerDescriptionTest {
    @TempDir
    private Path directory;

    private static JsonNode described(TestServer server) {
        Answer answer = server.get(PlainRoutes.SERVER).expect(200);
        DescribedApi api = new DescribedApi(server.get(PlainRoutes.OPENAPI).json());
        assertThat(api.wrong(api.operation("GET", PlainRoutes.SERVER), answer)).isEmpty();
        return answer.json();
    }

    @Test
    void shouldSayWhatAServerIsAndHowItFares() throws Exception {
        Path backups = Files.createDirectory(directory.resolve("backups"));
        try (TestServer server = TestServer.start(ServerSettings.builder(directory.resolve("data"))
                .witness(directory.resolve("witness"))
                .backups(BackupSettings.DEFAULT.into(backups)))) {
            server.createDatabase("shop");
            server.get("/databases/shop/hilo/next").expect(400);

            JsonNode described = described(server);
            assertThat(described.path("version").asText()).isEqualTo(OwnVersion.text());
            assertThat(Instant.parse(described.path("started").asText())).isBeforeOrEqualTo(Instant.now());
            assertThat(described.path("node").asText()).isEqualTo("A");
            assertThat(described.at("/nodes/0/url").asText())
                    .isEqualTo(server.url().toString());
            assertThat(described.at("/store/class").asText()).isEqualTo("durable");
            assertThat(described.at("/store/serving").asBoolean()).isTrue();
            assertThat(described.at("/store/freeBytes").asLong()).isPositive();
            assertThat(described.at("/store/witnessWritten").asBoolean()).isTrue();
            assertThat(described.at("/databases/open").asInt()).isEqualTo(1);
            assertThat(described.at("/refused/requests").asInt()).isEqualTo(1);
            assertThat(described.has("certificate")).isFalse();
        }
    }

    @Test
    void shouldSayOfBackupsWhatThereIs() {
        try (TestServer server = TestServer.start(directory.resolve("data"))) {
            assertThat(described(server).at("/backup/newest").isMissingNode()).isTrue();
            server.post("/admin/mintmark/backup", "").expect(200);

            Eventually.until(() -> described(server).at("/backup/newest").isTextual());
            assertThat(Instant.parse(described(server).at("/backup/newest").asText()))
                    .isBeforeOrEqualTo(Instant.now());
        }
        StoreSettings store = StoreSettings.of(TestPostgres.fresh());
        try (TestServer server = TestServer.start(
                ServerSettings.builder(directory.resolve("node")).store(store))) {
            assertThat(described(server).has("backup")).isFalse();
        }
    }

    @Test
    void shouldSayWhenTheCertificateEnds() {
        TestCertificate certificate = TestCertificate.named("server").make();
        TlsSettings tls = TlsSettings.of(certificate.writePem(directory.resolve("server.pem")));
        try (TestServer plain = TestServer.start(
                ServerSettings.builder(directory.resolve("data")).tls(tls))) {
            JsonNode described = described(plain.seenBy(TestCertificate.onlyTrusting(certificate)));

            assertThat(Instant.parse(described.at("/certificate/expires").asText()))
                    .isEqualTo(certificate.certificate().getNotAfter().toInstant());
            assertThat(described.at("/certificate/renewalRefused").asBoolean()).isFalse();
        }
    }

    @Test
    void shouldBeForOperatorsAlone() {
        Callers callers = new Callers(directory).operator("ada").on("admin", "shop", DatabaseAccess.ADMIN);
        try (TestServer server = TestServer.start(directory)) {
            server.get(PlainRoutes.SERVER, callers.as("ada")).expect(200);
            server.get(PlainRoutes.SERVER, callers.as("admin")).expect(403);
        }
    }
}
