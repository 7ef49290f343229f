package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.RecordedLog;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that whoever reads them by calling itself would not survive: each is its sender's error, of which the log has nothing. */
@Timeout(120)
class NightlyHostileTextsTest {
    private static final int MANY = 100_000;

    @AutoClose
    private final RecordedLog log = RecordedLog.ofAll();

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        server = TestServer.start(directory);
        server.createDatabase("shop");
    }

    private void requireNoWord() {
        assertThat(log.events().stream()
                        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                        .map(ILoggingEvent::getFormattedMessage))
                .isEmpty();
    }

    /** Returns them as long as a text in C# may be, and as long as fits into a definition. */
    static Stream<String> expressions() {
        Stream<String> within = Stream.of(
                "(string) ".repeat(100) + "-".repeat(850) + "1", "-".repeat(950) + "1", "x.T" + "[0].T".repeat(950));
        return Stream.concat(within, Stream.of(19_000, 110_000).flatMap(NightlyHostileTextsTest::expressions));
    }

    private static Stream<String> expressions(int chars) {
        return Stream.of(
                "(".repeat(chars / 2) + "x.T" + ")".repeat(chars / 2),
                "(".repeat(chars),
                "x.T" + " + x.T".repeat(chars / 6),
                "!".repeat(chars) + "x.T",
                "-".repeat(chars) + "1",
                "x" + ".T".repeat(chars / 2),
                "x.T" + "[0]".repeat(chars / 3),
                "x.T" + "()".repeat(chars / 2),
                "x.T ? 1 : ".repeat(chars / 10) + "2",
                "x.T ?? ".repeat(chars / 7) + "2",
                "new { A = ".repeat(chars / 12) + "1" + " }".repeat(chars / 12),
                "new [] { ".repeat(chars / 11) + "1" + " }".repeat(chars / 11),
                "(string) ".repeat(chars / 9) + "x.T",
                "f(".repeat(chars / 2),
                "/**/".repeat(chars / 4) + "x.T",
                "/*".repeat(chars / 2),
                "//\n".repeat(chars / 3) + "x.T",
                "\"" + "\\\"".repeat(chars / 2),
                "$\"{".repeat(chars / 3),
                "x => ".repeat(chars / 5) + "x",
                "1" + "0".repeat(chars),
                "x".repeat(chars),
                " ".repeat(chars) + "x.T");
    }

    private static String shown(String text) {
        return text.substring(0, Math.min(20, text.length()));
    }

    private Answer put(String map) {
        ObjectNode definition = new ObjectMapper().createObjectNode().put("Name", "Hostile");
        definition.putArray("Maps").add(map);
        definition.put("Reduce", "from r in results group r by r.A into g select new { A = g.Key }");
        definition.put("OutputReduceToCollection", "Outputs");
        ObjectNode body = new ObjectMapper().createObjectNode();
        body.putArray("Indexes").add(definition);
        return server.put("/databases/shop/indexes", body.toString());
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void shouldRefuseOrReadEachDefinition(String expression) {
        for (String map : List.of(
                "from x in docs.Texts select new { A = " + expression + " }",
                expression,
                expression + "from x in docs.Texts select new { A = x.T }",
                "map('Texts', x => ({ A: " + expression + " }))",
                "docs.Texts.Select(x => new { A = " + expression + " })")) {
            Answer answer = put(map);
            assertThat(answer.toString()).as(shown(map)).doesNotContain("incident", "must not exceed 262144 bytes");
            requireNoWord();
        }
    }

    /** One text for each construct that nests or repeats, each at the size that overflowed or cost most. */
    static Stream<String> definitions() {
        String select = "select new { A = x.T }";
        return Stream.of(
                "// c\n".repeat(40_000) + "from x in docs.Texts " + select,
                "//\n".repeat(60_000) + "from x in docs.Texts " + select,
                "/**/".repeat(40_000) + "from x in docs.Texts " + select,
                "/**/".repeat(40_000) + "map('Texts', x => ({ A: x.T }))",
                "from x in docs.Texts select new { A = " + "!".repeat(600) + "x.T }",
                "from x in docs.Texts select new { A = " + "-".repeat(600) + "x.T }",
                "from x in docs.Texts select new { A = x.T" + " ?? x.T".repeat(490) + " }",
                "from x in ".repeat(1_900) + "docs.Texts " + select,
                "from x in docs.Texts " + "from y in x.T ".repeat(1_400) + select,
                "from x in docs.Texts select new { A = x.T" + "()".repeat(9_000) + " }",
                "from x in docs.Texts select new { A = x.T" + "[0]".repeat(6_000) + " }",
                "docs.Texts" + ".Where(x => x.T)".repeat(1_200) + ".Select(x => new { A = x.T })",
                "docs.Texts" + ".SelectMany(x => x.T)".repeat(900) + ".Select(x => new { A = x.T })");
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void shouldCompareEachDefinitionForAnyReader(String map) {
        ObjectNode definition = new ObjectMapper().createObjectNode().put("Name", "Hostile");
        definition.putArray("Maps").add(map);
        definition.put("Reduce", "from r in results group r by r.A into g select new { A = g.Key }");
        definition.put("OutputReduceToCollection", "Outputs");

        Answer answer = server.post("/databases/shop/indexes/has-changed", definition.toString());

        assertThat(answer.toString()).doesNotContain("incident", "must not exceed 262144 bytes");
        requireNoWord();
    }

    @Test
    void shouldCountDefinitionsBeforeItReadsOne() {
        ObjectNode body = new ObjectMapper().createObjectNode();
        for (int i = 0; i < 1_000; i++) {
            body.withArray("Indexes").addObject().put("Name", "");
        }

        assertThat(server.put("/databases/shop/indexes", body.toString()).toString())
                .contains("A database has at most 64 indexes");
        requireNoWord();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udfff", "a\\ud83dz", "\\ude00\\ud83d"})
    void shouldRefuseOrKeepHalfOfACharacter(String half) {
        String index = "{\"Name\":\"N" + half + "\",\"Maps\":[\"map('A" + half
                + "', x => ({ K: x.K }))\"],\"Reduce\":\"groupBy(r => r.K)"
                + ".aggregate(g => ({ K: g.key }))\",\"OutputReduceToCollection\":\"O" + half + "\"}";
        String document = "{\"a" + half + "\":\"" + half + "\",\"@metadata\":{\"@collection\":\"C" + half + "\"}}";

        List<Answer> answers = List.of(
                server.put("/databases/shop/indexes", "{\"Indexes\":[" + index + "]}"),
                server.post("/databases/shop/indexes/has-changed", index),
                server.post(
                        "/databases/shop/indexes/set-priority",
                        "{\"IndexNames\":[\"" + half + "\"],\"Priority\":\"Low\"}"),
                server.put("/databases/shop/docs?id=a/1", document),
                server.put("/databases/shop/docs?id=a/2", "{\"a\":\"" + half + "\"}"),
                server.get("/databases/shop/docs?id=a/2"),
                server.post(
                        "/databases/shop/bulk_docs",
                        "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"a/" + half + "\",\"Document\":" + document + "}]}"),
                server.post("/databases/shop/docs", "{\"Ids\":[\"" + half + "\"]}"),
                server.post(
                        "/databases/shop/multi_get",
                        "{\"Requests\":[{\"Url\":\"/docs\",\"Query\":\"?id=" + half + "\",\"Method\":\"GET" + half
                                + "\"}]}"),
                server.put(
                        "/databases/shop/admin/configuration/client",
                        "{\"Disabled\":false,\"IdentityPartsSeparator\":\"" + half + "\"}"),
                server.put(
                        "/admin/databases?name=x",
                        "{\"DatabaseName\":\"x" + half + "\",\"Settings\":{\"a\":\"" + half + "\"}}"));

        assertThat(answers.toString()).doesNotContain("incident");
        requireNoWord();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.", "a[].", "$Keys.", "[].", "(", "a(", "[{0}/", ",", "$Values[]", "a[]"})
    void shouldReadEachIncludePath(String part) {
        server.put("/databases/shop/docs?id=a/1", "{\"a\":[{\"a\":[{\"a\":1}]}]}");
        String path = TestServer.encoded(part.repeat(2_500 / part.length()));

        Answer answer = server.get("/databases/shop/docs?id=a/1&include=" + path);

        assertThat(answer.toString()).doesNotContain("incident");
        requireNoWord();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[[],", "\"", "\\", "-", "/*", "1"})
    void shouldReadEachBody(String part) {
        String text = part.repeat(MANY);
        for (String target : List.of("/docs?id=a/1", "/indexes", "/admin/configuration/client")) {
            assertThat(server.put("/databases/shop" + target, text).toString()).doesNotContain("incident");
        }
        for (String target : List.of("/bulk_docs", "/multi_get", "/indexes/set-priority", "/indexes/has-changed")) {
            assertThat(server.post("/databases/shop" + target, text).toString()).doesNotContain("incident");
        }
        requireNoWord();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "?", "|", "*a|", "**a", "*?*?"})
    void shouldMatchEachPattern(String part) {
        server.put("/databases/shop/docs?id=a/" + "a".repeat(400), "{}");
        String pattern = part.repeat(1_200 / part.length()) + "b";

        Answer answer =
                server.get("/databases/shop/docs?startsWith=a/&matches=" + TestServer.encoded(pattern) + "&exclude=x");

        assertThat(answer.toString()).doesNotContain("incident");
        requireNoWord();
    }
}
