package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.counter.RangeSize;
import io.mintmark.counter.Reservation;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.support.RecordedLog;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says of its numbers, its databases and its disk. */
class MetricsOverHttpTest {
    @TempDir
    Path directory;

    private static Answer giveBack(TestServer server, long last, long end) {
        return server.put("/databases/shop/hilo/return?tag=orders&last=" + last + "&end=" + end, "");
    }

    @Test
    void shouldCountRangesTheirNumbersAndWhatCameBack() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            assertThat(server.metric("mintmark_numbers_reserved_total{kind=\"hilo\"}"))
                    .isZero();
            server.get("/databases/shop/hilo/next?tag=orders");
            server.get("/databases/shop/hilo/next?tag=orders&lastBatchSize=64&lastMax=32");
            giveBack(server, 2, 32);
            giveBack(server, 60, 96);
            giveBack(server, 60, 96);
            server.post("/databases/shop/identity/next?name=invoices", "");

            assertThat(server.metric("mintmark_hilo_ranges_total")).isEqualTo(2);
            assertThat(server.metric("mintmark_numbers_reserved_total{kind=\"hilo\"}"))
                    .isEqualTo(32 + 64);
            assertThat(server.metric("mintmark_numbers_reserved_total{kind=\"identity\"}"))
                    .isEqualTo(1);
            assertThat(server.metric("mintmark_hilo_returned_numbers_total{outcome=\"accepted\"}"))
                    .isEqualTo(36);
            assertThat(server.metric("mintmark_hilo_returned_numbers_total{outcome=\"not-the-latest\"}"))
                    .isEqualTo(30);
            assertThat(server.metric("mintmark_hilo_returns_total{outcome=\"not-the-latest\"}"))
                    .isEqualTo(1);
            assertThat(server.metric("mintmark_hilo_returned_numbers_total")).isEqualTo(30 + 36 + 36);
        }
    }

    /** A client may tell anything of what it did not issue. */
    @Test
    void shouldNotBelieveReturnsThatAreLongerThanAnyRange() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            giveBack(server, 0, Long.MAX_VALUE);
            giveBack(server, Long.MIN_VALUE, Long.MAX_VALUE);
            giveBack(server, 5, 1);

            assertThat(server.metric("mintmark_hilo_returned_numbers_total{outcome=\"no-open-lease\"}"))
                    .isEqualTo(RangeSize.MAX);
        }
    }

    @Test
    void shouldSayHowManyNumbersAreLeftToTheHighestCounter() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            double all = Reservation.CEILING_JS_SAFE;
            assertThat(server.metric("mintmark_numbers_left{kind=\"hilo\"}")).isEqualTo(all);
            server.put(
                    "/databases/shop/docs?id=Raven/Hilo/orders",
                    "{\"Max\":" + (Reservation.CEILING_JS_SAFE - 100) + "}");
            server.get("/databases/shop/hilo/next?tag=orders");
            server.get("/databases/shop/hilo/next?tag=users");

            assertThat(server.metric("mintmark_numbers_left{kind=\"hilo\"}")).isEqualTo(100 - 32);
            assertThat(server.metric("mintmark_numbers_left{kind=\"identity\"}"))
                    .isEqualTo(all);
        }
    }

    @Test
    void shouldCountDatabasesThatCannotBeOpened() throws IOException {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            server.createDatabase("sound");
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("database-1."))
                    .toList()) {
                Files.write(file, new byte[4096]);
            }
        }
        try (TestServer server = TestServer.start(directory)) {
            server.get("/databases/sound/hilo/next?tag=orders").expect(201);
            assertThat(server.metric("mintmark_databases_failed")).isZero();
            server.get("/databases/shop/hilo/next?tag=orders").expect(503);

            assertThat(server.metric("mintmark_databases_failed")).isEqualTo(1);
            assertThat(server.metric("mintmark_databases_open"))
                    .as("to count them opens none")
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldNotKeepDatabasesOpenByCountingThem() throws InterruptedException {
        Limits limits = Limits.DEFAULT.with(new Limits.Databases(3, Duration.ofMillis(100)));
        try (TestServer server =
                TestServer.start(ServerSettings.builder(directory).limits(limits))) {
            server.createDatabase("shop");
            Eventually.until(() -> server.metric("mintmark_databases_open") == 0);
            assertThat(server.metric("mintmark_databases_turned_away_total")).isZero();
        }
    }

    @Test
    void shouldSayThatItsWitnessIsNotWritten() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path witness = elsewhere.resolve("witness");
        try (RecordedLog said = RecordedLog.of("io.mintmark.storage.sqlite.Witness");
                TestServer server = TestServer.start(
                        ServerSettings.builder(directory.resolve("data")).witness(witness))) {
            server.createDatabase("shop");
            assertThat(server.metric("mintmark_witness_written")).isEqualTo(1);

            Eventually.until(() -> Files.exists(witness));
            Files.delete(witness);
            Files.delete(elsewhere);
            server.get("/databases/shop/hilo/next?tag=orders");
            Eventually.until(() -> server.metric("mintmark_witness_written") == 0);
            assertThat(said.events())
                    .singleElement()
                    .asString()
                    .contains(" cannot be written (there is no such file or directory)");
        }
    }

    @Test
    void shouldSayHowMuchTheDiskHasLeftAndNothingOfWhatItLacks() throws IOException {
        try (TestServer server = TestServer.start(directory)) {
            double left = Files.getFileStore(directory).getUsableSpace();

            assertThat(server.metric("mintmark_storage_free_bytes")).isCloseTo(left, within(left / 2));
            assertThat(server.metrics()).doesNotContain("mintmark_witness", "mintmark_tls_certificate");
        }
    }

    /** An alert watches the age: that of a store which is backed up by its own tools would stay unknown for ever. */
    @Test
    void shouldSayNothingOfBackupsThatOthersMake() {
        try (TestServer server = TestServer.start(directory)) {
            assertThat(server.metrics())
                    .contains("\nmintmark_backup_age_seconds NaN\n", "mintmark_backup_failed_total");
        }
        StoreSettings store = StoreSettings.of(TestPostgres.fresh());
        try (TestServer server = TestServer.start(
                ServerSettings.builder(directory.resolve("node")).store(store))) {
            assertThat(server.metrics()).contains("mintmark_storage_serving 1").doesNotContain("mintmark_backup");
        }
    }

    @Test
    void shouldSayWhenItsCertificateExpires() {
        TestCertificate certificate = TestCertificate.named("server").make();
        TlsSettings tls = TlsSettings.of(certificate.writePem(directory.resolve("server.pem")));
        try (TestServer plain = TestServer.start(
                ServerSettings.builder(directory.resolve("data")).tls(tls))) {
            TestServer server = plain.seenBy(TestCertificate.onlyTrusting(certificate));
            Instant expires = certificate.certificate().getNotAfter().toInstant();

            assertThat(String.format(Locale.ROOT, "%.0f", server.metric("mintmark_tls_certificate_expires_seconds")))
                    .isEqualTo(String.valueOf(expires.getEpochSecond()));
            assertThat(server.metric("mintmark_tls_certificate_refused")).isZero();
        }
    }
}
