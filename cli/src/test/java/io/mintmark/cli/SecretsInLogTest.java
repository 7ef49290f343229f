package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** What the most talkative log shows of requests: who, which route and what came of it, and no secret. */
@Timeout(120)
class SecretsInLogTest {
    private static final String REJECTED = "mintmark_" + "5ec2e7".repeat(8);

    @TempDir
    private Path directory;

    private Path log;
    private String token = "";

    @BeforeEach
    void traceEverything() {
        log = directory.resolve("mintmark.log");
        level("trace");
        CommandRun added = CommandRun.of("access", "add", "ada", "--operator", "--data", data().toString());
        token = added.out().strip();
        assertThat(token).as(added.err()).startsWith("mintmark_");
    }

    @AfterEach
    void toStandardErrorAgain() {
        LogSetup.apply(CommandLine.populateCommand(new LogOptions(), "--log-level", "warn"));
    }

    private void level(String name) {
        LogSetup.apply(
                CommandLine.populateCommand(new LogOptions(), "--log-level", name, "--log-file", log.toString()));
    }

    private Path data() {
        return directory.resolve("data");
    }

    private static String send(URI server, String head) throws IOException {
        return send(server, head, "");
    }

    private static String send(URI server, String head, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write((head + "\r\nHost: localhost:" + server.getPort() + "\r\nConnection: close\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String authorization(String bearer) {
        return "\r\nAuthorization: Bearer " + bearer;
    }

    private String logged() throws IOException {
        return Files.readString(log);
    }

    private void requestsWithSecrets(URI url) throws IOException {
        assertThat(send(url, "GET /databases HTTP/1.1" + authorization(token) + "\r\nCookie: session=c00kie5ecret"))
                .startsWith("HTTP/1.1 200");
        assertThat(send(url, "GET /databases HTTP/1.1" + authorization(REJECTED)))
                .startsWith("HTTP/1.1 403");
        assertThat(send(url, "GET /databases HTTP/1.1\r\nAuthorization: Basic YWRhOmJhc2ljNWVjcmV0"))
                .startsWith("HTTP/1.1 403");
        assertThat(send(
                        url,
                        "PUT /databases/orders/docs?id=hidd3n&pass=qu3ry5ecret HTTP/1.1" + authorization(token),
                        "{\"Pin\":\"b0dy5ecret\"}"))
                .startsWith("HTTP/1.1 503");
        String authority = "http://ada:url5ecret@localhost:" + url.getPort() + "/databases";
        assertThat(send(url, "GET " + authority + " HTTP/1.1" + authorization(token)))
                .startsWith("HTTP/1.1 ");
        assertThat(send(url, "GET /broken\u00e4 bad5ecret HTTP/1.1" + authorization(token)))
                .startsWith("HTTP/1.1 ");
        assertThat(send(url, "CONNECT bad5ecret] HTTP/1.1")).startsWith("HTTP/1.1 400");
        assertThat(send(url, "GET / HTTP/1.1\r\nHost: bad5ecret]")).startsWith("HTTP/1.1 400");
    }

    private void requireNoSecret(String text) {
        assertThat(text)
                .doesNotContain(token, token.substring(9), REJECTED.substring(9))
                .doesNotContain("Bearer", "c00kie5ecret", "YWRhOmJhc2ljNWVjcmV0", "hidd3n", "qu3ry5ecret")
                .doesNotContain("b0dy5ecret", "url5ecret", "bad5ecret");
    }

    @Test
    void shouldShowNoCredentialOfARequestAtAnyLevel() throws IOException {
        ServerSettings settings = ServerSettings.builder(data()).port(0).build();
        try (MintmarkServer server = MintmarkServer.start(settings)) {
            requestsWithSecrets(server.url());
        }

        requireNoSecret(logged());
    }

    @Test
    void shouldShowNoPasswordOfAStoreAtAnyLevel() throws IOException, SQLException {
        try (DurablePostgres postgres = DurablePostgres.start()) {
            postgres.createDatabase("traced");
            String[] options = postgres.options("traced");
            StoreSettings store = StoreSettings.of(valueOf(options[0]) + "?password=" + DurablePostgres.secret())
                    .withUser(valueOf(options[1]));
            ServerSettings settings = ServerSettings.builder(directory.resolve("node"))
                    .port(0)
                    .store(store)
                    .build();
            try (MintmarkServer server = MintmarkServer.start(settings)) {
                assertThat(send(server.url(), "PUT /databases/orders/docs?id=hidd3n HTTP/1.1" + authorization(token)))
                        .startsWith("HTTP/1.1 ");
            }
        }

        assertThat(logged()).doesNotContain(DurablePostgres.secret());
        requireNoSecret(logged());
    }

    @Test
    void shouldTellEachRequestOnALineOfItsOwnAtDebug() throws IOException {
        level("debug");
        ServerSettings settings = ServerSettings.builder(data()).port(0).build();
        try (MintmarkServer server = MintmarkServer.start(settings)) {
            requestsWithSecrets(server.url());
            assertThat(send(server.url(), "GET /nothing%E2%80%A8here HTTP/1.1")).startsWith("HTTP/1.1 400");
            assertThat(send(server.url(), "ADA%0a /databases HTTP/1.1")).startsWith("HTTP/1.1 ");
        }

        assertThat(logged().lines().filter(line -> line.contains("RequestLog")).map(SecretsInLogTest::withoutTimes))
                .containsExactlyInAnyOrder(
                        "ada GET /databases 200 in N ms",
                        "- GET /databases 403 in N ms",
                        "- GET /databases 403 in N ms",
                        "ada PUT /databases/{db}/docs 503 in N ms",
                        "- - - 400 in N ms",
                        "- - - 400 in N ms",
                        "- - - 400 in N ms",
                        "- - - 400 in N ms",
                        "- - - 400 in N ms",
                        "- - - 405 in N ms");
        requireNoSecret(logged());
    }

    @Test
    void shouldTellNothingOfRequestsAtInfo() throws IOException {
        level("info");
        ServerSettings settings = ServerSettings.builder(data()).port(0).build();
        try (MintmarkServer server = MintmarkServer.start(settings)) {
            requestsWithSecrets(server.url());
        }

        assertThat(logged()).doesNotContain("RequestLog", "/databases");
    }

    @Test
    void shouldKeepLibrariesQuietWhateverIsAsked() throws IOException {
        level("trace");
        for (String library :
                new String[] {"org.eclipse.jetty.io", "com.zaxxer.hikari", "org.postgresql", "anything.else"}) {
            LoggerFactory.getLogger(library).info("chat of {}", library);
            LoggerFactory.getLogger(library).warn("warning of {}", library);
        }
        LoggerFactory.getLogger("io.mintmark.server").trace("our own detail");

        assertThat(logged())
                .contains("warning of anything.else", "our own detail")
                .doesNotContain("chat");
    }

    @Test
    void shouldLetNoStrangerMakeALibraryTell() throws IOException {
        ServerSettings settings = ServerSettings.builder(data()).port(0).build();
        try (MintmarkServer server = MintmarkServer.start(settings)) {
            for (String target : new String[] {
                "/databases/a/docs?id=%",
                "/databases/a/docs?id=%zz",
                "/databases/a/docs?%69%64=%2525%25%",
                "/databases/a/%64%6f%63%73?id=" + "%41".repeat(2_500),
                "/databases/a/docs?id=%c0%af%c0%ae",
                "/databases/a/docs%2f..%2f..%2fadmin",
                "/databases/%",
                "/databases/%c0%af",
                "//databases",
                "*",
                "http://",
                "http://%/"
            }) {
                assertThat(send(server.url(), "GET " + target + " HTTP/1.1"))
                        .as(target)
                        .startsWith("HTTP/1.1 ");
            }
            assertThat(send(server.url(), "GET /databases HTTP/1.1\r\nHost: twice"))
                    .startsWith("HTTP/1.1 400");
            assertThat(send(server.url(), "GET /databases HTTP/1.1\r\nContent-Length: 7"))
                    .startsWith("HTTP/1.1 400");
        }

        assertThat(logged()).doesNotContain(" WARN ", " ERROR ", "    at ", "        org.eclipse");
    }

    private static String valueOf(String option) {
        return option.substring(option.indexOf('=') + 1);
    }

    private static String withoutTimes(String line) {
        return line.replaceFirst("^.*RequestLog: ", "").replaceFirst("in [0-9.]+ ms", "in N ms");
    }
}
