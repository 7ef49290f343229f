package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log, as operators read it over HTTP. */
class AuditListOverHttpTest {
    private static final List<String> LINES = List.of(
            "create by=\"ada\" from=\"10.0.0.7\" name=\"shop\" outcome=\"done\"",
            "raise by=\"bob\" from=\"10.0.0.8\" database=\"shop\" counter=\"orders\" to=\"50\" outcome=\"done\"",
            "delete by=\"bob\" from=\"10.0.0.8\" name=\"shop\" outcome=\"refused 403\"");

    @TempDir
    private Path directory;

    private Callers callers = new Callers(Path.of(""));
    private Path file = Path.of("");

    @BeforeEach
    void begin() throws IOException {
        callers = new Callers(directory.resolve("data")).operator("ada").on("bob", "shop", DatabaseAccess.ADMIN);
        file = directory.resolve("audit.log");
        for (int i = 0; i < LINES.size(); i++) {
            Files.writeString(
                    file,
                    "2026-11-23T10:15:3" + i + ".123Z INFO  audit: " + LINES.get(i) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private ServerSettings.Builder settings() {
        return ServerSettings.builder(directory.resolve("data"));
    }

    private Answer asked(TestServer server, String query) {
        Answer answer = server.get(PlainRoutes.AUDIT + query, callers.as("ada")).expect(200);
        DescribedApi api = new DescribedApi(
                server.get(PlainRoutes.OPENAPI, callers.as("ada")).json());
        assertThat(api.wrong(api.operation("GET", PlainRoutes.AUDIT), answer)).isEmpty();
        return answer;
    }

    private static List<String> acts(Answer answer) {
        return answer.path("lines").findValuesAsText("act");
    }

    @Test
    void shouldListWhoChangedWhatAndFindIt() {
        try (TestServer server = TestServer.start(settings().audit(true).auditFile(file))) {
            Answer all = asked(server, "");

            assertThat(all.text("kept")).isEqualTo("here");
            assertThat(acts(all)).containsExactly("delete", "raise", "create");
            JsonNode raise = all.at("/lines/1");
            assertThat(raise.path("at").asText()).isEqualTo("2026-11-23T10:15:31.123Z");
            assertThat(raise.path("by").asText()).isEqualTo("bob");
            assertThat(raise.path("about").toString())
                    .isEqualTo(
                            "[{\"name\":\"database\",\"value\":\"shop\"},{\"name\":\"counter\",\"value\":\"orders\"},"
                                    + "{\"name\":\"to\",\"value\":\"50\"}]");
            assertThat(acts(asked(server, "?act=raise"))).containsExactly("raise");
            assertThat(acts(asked(server, "?by=bob"))).containsExactly("delete", "raise");
            assertThat(acts(asked(server, "?about=ORDER&by=bob"))).containsExactly("raise");
            assertThat(acts(asked(server, "?about=nothing"))).isEmpty();
            Answer first = asked(server, "?limit=2");
            assertThat(acts(asked(server, "?limit=2&before=" + first.text("next"))))
                    .containsExactly("create");
        }
    }

    @Test
    void shouldShowItToOperatorsAlone() {
        try (TestServer server = TestServer.start(settings().audit(true).auditFile(file))) {
            server.get(PlainRoutes.AUDIT, callers.as("bob")).expect(403);
            server.get(PlainRoutes.AUDIT).expect(403);
        }
    }

    @Test
    void shouldSayWhereItIsIfItIsNotHere() {
        try (TestServer server = TestServer.start(settings().audit(true))) {
            assertThat(asked(server, "").text("kept")).isEqualTo("elsewhere");
        }
        try (TestServer server = TestServer.start(settings().auditFile(file))) {
            Answer off = asked(server, "");

            assertThat(off.text("kept")).isEqualTo("nowhere");
            assertThat(off.path("lines")).isEmpty();
        }
    }
}
