package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.document.NodeTag;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.StoreSettings.WhenCutOff;
import io.mintmark.server.TlsSettings;
import io.mintmark.support.limits.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ServeCommandTest {
    @TempDir
    Path directory;

    private static ServerSettings settings(Map<String, String> environment, String... args) {
        CommandLine line = Mintmark.commandLine(environment, args);
        CommandLine serve = line.parseArgs(args).subcommand().commandSpec().commandLine();
        return serve.<ServeCommand>getCommand().settings();
    }

    /** Returns why these options are refused. */
    private static String complaint(String... options) {
        String[] args = Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new);
        Throwable refused = catchThrowable(() -> settings(Map.of(), args));
        assertThat(refused).isInstanceOf(CommandLine.ParameterException.class);
        return String.valueOf(refused.getMessage());
    }

    @Test
    void defaultsAreThoseOfTheServer() {
        ServerSettings settings = settings(Map.of(), "serve");

        ServerSettings expected =
                ServerSettings.builder(Path.of("mintmark-data")).build();
        assertThat(settings).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void everyOptionReachesTheServer() {
        ServerSettings settings = settings(
                Map.of(),
                ("serve --host 0.0.0.0 --port 0 --data d --node-tag FRA --allow-unauthenticated"
                                + " --public-url https://ids.example.com --allowed-hosts ids.lan,ids2.lan"
                                + " --lease-client off --lease-retention 12h --leases-max 10 --no-ranges-ahead --limit-line 1k"
                                + " --limit-headers 2k --limit-body 3m --limit-document 2m --limit-depth 9"
                                + " --limit-collection 100 --limit-database-name 50")
                        .split(" ", -1));

        assertAllSet(settings);
    }

    /** Reads the line that programs wait for, and ends the server as an embedding program would. */
    private String readyLine(String... options) throws Exception {
        String[] args = Stream.concat(
                        Stream.of(
                                "serve",
                                "--port",
                                "0",
                                "--data",
                                directory.resolve("data").toString()),
                        Stream.of(options))
                .toArray(String[]::new);
        try (PipedReader read = new PipedReader();
                PrintWriter out = new PrintWriter(new PipedWriter(read), true)) {
            CommandLine line = Mintmark.commandLine(Map.of(), args).setOut(out);
            Thread serving = new Thread(() -> line.execute(args));
            serving.start();
            try (BufferedReader lines = new BufferedReader(read)) {
                return lines.readLine();
            } finally {
                serving.interrupt();
                serving.join();
            }
        }
    }

    @Test
    void readyLineShowsTheUrlThatClientsAreTold() throws Exception {
        assertThat(readyLine("--log-level", "warn")).matches("Server available on: http://127\\.0\\.0\\.1:[1-9][0-9]*");
        assertThat(readyLine(
                        "--host",
                        "0.0.0.0",
                        "--allow-unauthenticated",
                        "--public-url",
                        "https://ids.example.com",
                        "--log-level",
                        "warn"))
                .isEqualTo("Server available on: https://ids.example.com");
    }

    @Test
    void anAuditFileTurnsTheAuditLogOn() {
        assertThat(settings(Map.of(), "serve", "--audit-file", "audit.log").audit())
                .isTrue();
        assertThat(settings(Map.of("MINTMARK_AUDIT_FILE", "audit.log"), "serve").audit())
                .isTrue();
        assertThat(settings(Map.of(), "serve", "--log-file", "audit.log").audit())
                .isFalse();
    }

    @Test
    void theAuditLogTellsOfNumbersAndDocumentsOnlyIfAsked() {
        ServerSettings usual = settings(Map.of(), "serve", "--audit-file", "audit.log");
        assertThat(usual.auditNumbers()).isFalse();
        assertThat(usual.auditWrites()).isFalse();
        Map<String, String> variables = Map.of("MINTMARK_AUDIT_NUMBERS", "true", "MINTMARK_AUDIT_FILE", "audit.log");
        assertThat(settings(variables, "serve").auditNumbers()).isTrue();
        assertThat(settings(variables, "serve", "--audit-writes").auditWrites()).isTrue();
    }

    @Test
    void whatIsSaidOfAnAuditLogThatIsNotKeptIsRefused() {
        for (String[] option :
                new String[][] {{"--audit-numbers"}, {"--audit-writes"}, {"--audit-size", "1m"}, {"--audit-keep", "3"}
                }) {
            assertThat(complaint(option)).contains(option[0] + " needs a --audit-file", "leave " + option[0] + " out");
        }
        assertThat(complaint("--audit-file", "audit.log", "--audit-keep", "21")).contains("--audit-keep", "1 to 20");
        assertThat(complaint("--audit-file", "audit.log", "--audit-keep", "0"))
                .contains("1 to 20")
                .doesNotContain("1000");
    }

    @Test
    void everyLimitOfTheLoadReachesTheServer() {
        String[] args = ("serve --limit-connections 1 --limit-connections-per-address 2 --limit-requests 3"
                        + " --limit-waiting 4 --limit-wait 5s --limit-memory 6g --limit-head-time 7s --limit-idle 8m"
                        + " --limit-rate 9k --limit-grace 10s --limit-queued-writes 11 --limit-queued-bytes 12g"
                        + " --limit-open-databases 13 --limit-database-idle 14s")
                .split(" ", -1);

        assertThat(settings(Map.of(), args).limits())
                .isEqualTo(new Limits(
                        Limits.DEFAULT.sizes(),
                        new Limits.Connections(1, 2),
                        new Limits.Requests(3, 4, Duration.ofSeconds(5)),
                        new Limits.Pace(Duration.ofSeconds(7), Duration.ofMinutes(8), 9 << 10, Duration.ofSeconds(10)),
                        new Limits.Writes(11, 12L << 30),
                        new Limits.Databases(13, Duration.ofSeconds(14)),
                        6L << 30));
    }

    @Test
    void everythingAboutTlsReachesTheServer() {
        TlsSettings file = settings(
                        Map.of(),
                        "serve",
                        "--certificate=c.pem",
                        "--certificate-key=k.pem",
                        "--certificate-password-file=p",
                        "--client-certificates=never")
                .tls()
                .orElseThrow();
        TlsSettings variable = settings(
                        Map.of(
                                "MINTMARK_CERTIFICATE", "s.p12",
                                "MINTMARK_CERTIFICATE_PASSWORD", "secret",
                                "MINTMARK_CLIENT_CERTIFICATES", "ask"),
                        "serve")
                .tls()
                .orElseThrow();

        assertThat(file)
                .isEqualTo(TlsSettings.of(Path.of("c.pem"))
                        .withKey(Path.of("k.pem"))
                        .withPasswordFile(Path.of("p"))
                        .withClientCertificates(false));
        assertThat(variable).isEqualTo(TlsSettings.of(Path.of("s.p12")).withPassword("secret"));
        assertThat(variable.toString()).doesNotContain("secret");
    }

    @Test
    void whatSaysHowToSpeakTlsNeedsACertificate() {
        for (String option :
                List.of("--certificate-key=k", "--certificate-password-file=p", "--client-certificates=ask")) {
            CommandRun refused = CommandRun.of("serve", "--port", "0", option).expect(2);

            assertThat(refused.err()).contains(option.substring(0, option.indexOf('=')) + " needs a --certificate");
        }
    }

    @Test
    void aPasswordThatNothingNeedsIsRefusedByName() {
        CommandRun refused = CommandRun.with(
                        Map.of("MINTMARK_CERTIFICATE_PASSWORD", "secret"),
                        "serve",
                        "--port",
                        "0",
                        "--data",
                        directory.toString())
                .expect(2);

        assertThat(refused.err())
                .contains("the variable MINTMARK_CERTIFICATE_PASSWORD needs a --certificate")
                .doesNotContain("secret");
    }

    @Test
    void thePasswordOfTheCertificateIsGivenOnceAndNeverTyped() {
        CommandRun twice = CommandRun.with(
                Map.of("MINTMARK_CERTIFICATE_PASSWORD", "secret"),
                "serve",
                "--certificate=c.p12",
                "--certificate-password-file=p");
        CommandRun typed = CommandRun.of("serve", "--certificate=c.p12", "--certificate-password=secret");

        twice.expect(2);
        assertThat(twice.err()).contains("given twice").doesNotContain("secret");
        typed.expect(2);
    }

    @Test
    void aCertificateThatCannotBeUsedStopsTheStart() {
        CommandRun refused = CommandRun.of(
                        "serve", "--port", "0", "--data", directory.toString(), "--certificate=none.pem")
                .expect(1);

        assertThat(refused.err()).contains("The server's certificate cannot be used", "none.pem");
    }

    @Test
    void everythingAboutTheStoreReachesTheServer() {
        String url = "jdbc:postgresql://db.lan/ids?sslmode=verify-full";
        StoreSettings file = settings(
                        Map.of(),
                        ("serve --store " + url + " --store-user ada --store-password-file p --store-schema ids2"
                                        + " --store-connections 3 --store-connect-timeout 7s --when-cut-off ranges"
                                        + " --start-cut-off")
                                .split(" ", -1))
                .store()
                .orElseThrow();
        StoreSettings variable = settings(
                        Map.of(
                                "MINTMARK_STORE",
                                url,
                                "MINTMARK_STORE_USER",
                                "ada",
                                "MINTMARK_STORE_PASSWORD",
                                "secret"),
                        "serve")
                .store()
                .orElseThrow();

        assertThat(file)
                .isEqualTo(StoreSettings.of(url)
                        .withUser("ada")
                        .withPasswordFile(Path.of("p"))
                        .withSchema("ids2")
                        .withConnections(3)
                        .withConnectTimeout(Duration.ofSeconds(7))
                        .withWhenCutOff(WhenCutOff.RANGES)
                        .withStartCutOff(true));
        assertThat(variable).isEqualTo(StoreSettings.of(url).withUser("ada").withPassword("secret"));
        assertThat(variable.toString()).doesNotContain("secret");
    }

    @Test
    void aNodeOfAStoreMayTakeAnyTag() {
        ServerSettings settings =
                settings(Map.of(), "serve", "--store", "jdbc:postgresql://db.lan/ids", "--node-tag", "auto");

        assertThat(settings.anyNodeTag()).isTrue();
        assertThat(CommandRun.of("serve", "--port=0", "--data", directory.toString(), "--node-tag=auto")
                        .err())
                .contains("--node-tag A instead of auto");
    }

    @Test
    void whatSaysHowToEnterAStoreNeedsOne() {
        for (String option : List.of(
                "--store-user=u",
                "--store-password-file=p",
                "--store-schema=s",
                "--store-connections=3",
                "--store-connect-timeout=3s",
                "--when-cut-off=refuse",
                "--start-cut-off=true")) {
            CommandRun refused = CommandRun.of("serve", "--port", "0", option).expect(2);

            assertThat(refused.err()).contains(option.substring(0, option.indexOf('=')) + " needs a --store");
        }
        CommandRun refused = CommandRun.with(Map.of("MINTMARK_STORE_PASSWORD", "secret"), "serve", "--port", "0")
                .expect(2);
        assertThat(refused.err())
                .contains("the variable MINTMARK_STORE_PASSWORD needs a --store")
                .doesNotContain("secret");
    }

    @Test
    void thePasswordOfTheStoreIsGivenOnceAndNeverTyped() {
        CommandRun twice = CommandRun.with(
                        Map.of("MINTMARK_STORE_PASSWORD", "secret"),
                        "serve",
                        "--store=jdbc:postgresql://h/d",
                        "--store-password-file=p")
                .expect(2);
        assertThat(twice.err()).contains("given twice").doesNotContain("secret");
        for (String url : List.of("jdbc:postgresql://h/d?user=a&password=secret", "jdbc:postgresql://a:secret@h/d")) {
            CommandRun typed = CommandRun.of("serve", "--store", url).expect(2);
            assertThat(typed.err())
                    .contains("must not hold a password", "MINTMARK_STORE_PASSWORD")
                    .doesNotContain("secret");
        }
    }

    @Test
    void whatOnlyADirectoryHasIsRefusedBesideAStore() throws IOException {
        String store = "--store=jdbc:postgresql://127.0.0.1:1/ids";
        Files.createFile(directory.resolve("access.lock"));
        CommandRun listed = CommandRun.of("serve", "--port=0", store, "--data", directory.toString())
                .expect(1);
        assertThat(listed.err()).contains(directory.toString(), "has an access list of its own");

        Files.createFile(directory.resolve("catalog.sqlite"));
        CommandRun both = CommandRun.of("serve", "--port=0", store, "--data", directory.toString())
                .expect(1);
        assertThat(both.err()).contains(directory.toString(), "whose numbers would begin anew");
    }

    @Test
    void aStoreThatCannotBeEnteredStopsTheStart() throws IOException {
        String store = "--store=jdbc:postgresql://127.0.0.1:1/ids";
        CommandRun silent = CommandRun.of("serve", "--port=0", store, "--data", directory.toString())
                .expect(1);
        assertThat(silent.err()).contains("127.0.0.1:1/ids cannot be reached").hasLineCount(1);

        Path password = Files.writeString(directory.resolve("password"), "secret");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
        CommandRun open = CommandRun.of(
                        "serve", "--port=0", store, "--data", directory.toString(), "--store-password-file=" + password)
                .expect(1);
        assertThat(open.err()).contains("chmod 600 " + password).doesNotContain("secret\n");
    }

    @Test
    void commandsForDirectoriesRefuseAStoreByName() {
        for (String command : List.of("check", "clean")) {
            CommandRun refused =
                    CommandRun.of(command, "--store", "jdbc:postgresql://h/d").expect(2);
            assertThat(refused.err())
                    .contains("mintmark " + command + " works on the data directory", "takes no --store");
            CommandRun variable = CommandRun.with(Map.of("MINTMARK_STORE", "jdbc:postgresql://h/d"), command)
                    .expect(2);
            assertThat(variable.err()).contains("takes no --store", "MINTMARK_STORE");
        }
    }

    @Test
    void everyVariableReachesTheServer() {
        Map<String, String> environment = new HashMap<>();
        environment.put("MINTMARK_HOST", "0.0.0.0");
        environment.put("MINTMARK_PORT", "0");
        environment.put("MINTMARK_DATA", "d");
        environment.put("MINTMARK_NODE_TAG", "FRA");
        environment.put("MINTMARK_ALLOW_UNAUTHENTICATED", "true");
        environment.put("MINTMARK_PUBLIC_URL", "https://ids.example.com");
        environment.put("MINTMARK_ALLOWED_HOSTS", "ids.lan,ids2.lan");
        environment.put("MINTMARK_LEASE_CLIENT", "OFF");
        environment.put("MINTMARK_LEASE_RETENTION", "PT12H");
        environment.put("MINTMARK_LEASES_MAX", "10");
        environment.put("MINTMARK_NO_RANGES_AHEAD", "true");
        environment.put("MINTMARK_LIMIT_LINE", "1024");
        environment.put("MINTMARK_LIMIT_HEADERS", "2K");
        environment.put("MINTMARK_LIMIT_BODY", "3m");
        environment.put("MINTMARK_LIMIT_DOCUMENT", "2m");
        environment.put("MINTMARK_LIMIT_DEPTH", "9");
        environment.put("MINTMARK_LIMIT_COLLECTION", "100");
        environment.put("MINTMARK_LIMIT_DATABASE_NAME", "50");

        assertAllSet(settings(environment, "serve"));
    }

    @Test
    void typedOptionWinsOverItsVariable() {
        assertThat(settings(Map.of("MINTMARK_PORT", "1"), "serve", "--port", "2")
                        .port())
                .isEqualTo(2);
    }

    @Test
    void consentCanBeWithheldByVariable() {
        Map<String, String> environment = Map.of("MINTMARK_ALLOW_UNAUTHENTICATED", "false");

        assertThat(settings(environment, "serve").allowUnauthenticated()).isFalse();
    }

    private static void assertAllSet(ServerSettings settings) {
        assertThat(settings.host()).isEqualTo("0.0.0.0");
        assertThat(settings.port()).isZero();
        assertThat(settings.dataDirectory()).isEqualTo(Path.of("d"));
        assertThat(settings.nodeTag()).isEqualTo(NodeTag.of("FRA"));
        assertThat(settings.allowUnauthenticated()).isTrue();
        assertThat(settings.publicUrl()).contains(URI.create("https://ids.example.com"));
        assertThat(settings.allowedHosts()).containsExactlyInAnyOrder("ids.lan", "ids2.lan");
        assertThat(settings.leaseClient()).isFalse();
        assertThat(settings.leaseRetention()).isEqualTo(Duration.ofHours(12));
        assertThat(settings.leasesMax()).isEqualTo(10);
        assertThat(settings.rangesAhead()).isFalse();
        assertThat(settings.limits().sizes())
                .isEqualTo(new Limits.Sizes(1 << 10, 2 << 10, 3 << 20, 2 << 20, 9, 100, 50));
    }
}
