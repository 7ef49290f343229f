package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.RangeSize;
import io.mintmark.counter.Reservation;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.support.OwnVersion;
import io.mintmark.support.RecordedLog;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
            giveBack(server, 0, NumberSlice.ORDINARY_MAX);
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

    private static final String TWO = "{database=\"shop\",kind=\"hilo\"}";

    @Test
    void shouldCountByDatabaseAndByCounter() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            server.createDatabase("Other");
            assertThat(server.metrics()).doesNotContain("mintmark_database_", "mintmark_counter_");
            server.get("/databases/shop/hilo/next?tag=orders");
            server.get("/databases/SHOP/hilo/next?tag=Orders&lastBatchSize=64&lastMax=32");
            server.post("/v1/shop/counters/users/ranges?count=5", "");
            server.post("/v1/Other/counters/orders/next", "");
            server.post("/databases/shop/identity/next?name=invoices", "");
            server.post("/v1/shop/identities/invoices/next", "");
            giveBack(server, 2, 32);
            giveBack(server, 60, 96);
            server.put("/databases/shop/hilo/return?tag=invented&last=1&end=9", "");

            assertThat(server.metric("mintmark_database_ranges_total{database=\"shop\"}"))
                    .isEqualTo(3);
            assertThat(server.metric("mintmark_database_numbers_total" + TWO)).isEqualTo(32 + 64 + 5);
            assertThat(server.metric("mintmark_database_numbers_total{database=\"shop\",kind=\"identity\"}"))
                    .isEqualTo(2);
            assertThat(server.metric("mintmark_database_gaps_total{database=\"shop\"}"))
                    .isEqualTo(30 + 8);
            assertThat(server.metric("mintmark_database_ranges_total{database=\"Other\"}"))
                    .isEqualTo(1);
            String orders = "{counter=\"orders\",database=\"shop\"}";
            assertThat(server.metric("mintmark_counter_ranges_total" + orders)).isEqualTo(2);
            assertThat(server.metric("mintmark_counter_numbers_total" + orders)).isEqualTo(32 + 64);
            assertThat(server.metric("mintmark_counter_gaps_total" + orders)).isEqualTo(30);
            assertThat(server.metrics())
                    .doesNotContain("invented")
                    .contains("{counter=\"users\",database=\"shop\"} 5.0\n");

            server.delete("/admin/databases", "{\"DatabaseNames\":[\"Other\"]}");
            assertThat(server.metrics()).doesNotContain("Other");
        }
    }

    /** A counter's name is chosen by a client, and a line of metrics ends with a line. */
    @Test
    void shouldEscapeTheNamesOfCounters() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            server.get("/databases/shop/hilo/next?tag=" + TestServer.encoded("a\"} 1\\\nforged 5"));
            server.get("/databases/shop/hilo/next?tag=" + TestServer.encoded("b\"} 1\\forged"));

            assertThat(server.metrics().lines())
                    .contains("mintmark_counter_ranges_total{counter=\"b\\\"} 1\\\\forged\",database=\"shop\"} 1.0")
                    .noneMatch(line -> line.startsWith("forged"));
        }
    }

    @Test
    void shouldShowNoMoreSeriesThanItSays() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            for (int i = 0; i < 3 * NumberMeters.COUNTERS_SHOWN; i++) {
                server.get("/databases/shop/hilo/next?tag=c" + i);
            }
            server.get("/databases/shop/hilo/next?tag=c50");

            assertThat(server.metrics().lines().filter(line -> line.startsWith("mintmark_counter_ranges_total{")))
                    .hasSize(NumberMeters.COUNTERS_SHOWN)
                    .contains("mintmark_counter_ranges_total{counter=\"c50\",database=\"shop\"} 2.0");
        }
    }

    /** A reader of metrics may not know of other databases than its own, nor of what is in them. */
    @Test
    void shouldNameOnlyDatabasesThatTheCallerMayRead() {
        Callers callers =
                new Callers(directory).operator("ada").nothing("prometheus").on("tenant", "SHOP", DatabaseAccess.READ);
        try (TestServer server = TestServer.start(directory)) {
            for (String name : List.of("shop", "secret")) {
                server.put("/admin/databases?name=" + name, "{}", callers.as("ada"));
                server.get("/databases/" + name + "/hilo/next?tag=of-" + name, callers.as("ada"));
            }

            assertThat(metricsOf(server, callers.as("ada"))).contains("\"of-shop\"", "\"of-secret\"");
            assertThat(metricsOf(server, callers.as("tenant")))
                    .contains("\"of-shop\"", "database=\"shop\"")
                    .doesNotContain("secret");
            assertThat(metricsOf(server, callers.as("prometheus")))
                    .contains("mintmark_hilo_ranges_total 2")
                    .doesNotContain("shop", "secret");
        }
    }

    private static String metricsOf(TestServer server, String... fields) {
        return new String(server.get("/metrics", fields).response().body(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldSayWhichVersionThisIsAndHowItsProcessFares() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            System.gc();

            assertThat(server.metric("mintmark_build_info")).isEqualTo(1);
            assertThat(server.metrics()).contains("mintmark_build_info{version=\"" + OwnVersion.text() + "\"} 1");
            assertThat(server.metric("jvm_info")).isEqualTo(1);
            assertThat(server.metric("process_uptime_seconds")).isPositive();
            assertThat(server.metric("process_start_time_seconds")).isPositive();
            assertThat(server.metric("process_cpu_usage")).isNotNegative();
            assertThat(server.metric("jvm_gc_memory_allocated_bytes_total")).isNotNegative();
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

    /** It can fail alone: databases that are open go on, and none can be created or opened any more. */
    @Test
    void shouldCountACatalogThatTakesNoWrites() throws SQLException {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            assertThat(server.metric("mintmark_databases_failed")).isZero();
            try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("catalog.sqlite"));
                    Statement statement = other.createStatement()) {
                statement.execute(
                        "CREATE TRIGGER broken BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'broken'); END");
            }
            server.put("/v1/databases/more", "").expect(503);

            assertThat(server.metric("mintmark_databases_failed")).isEqualTo(1);
            server.get("/databases/shop/hilo/next?tag=orders").expect(201);
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
        try (RecordedLog said = RecordedLog.of("io.mintmark.storage.sqlite.directory.Witness");
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
