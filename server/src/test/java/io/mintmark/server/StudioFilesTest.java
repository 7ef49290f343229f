package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Callers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the Studio, as a browser gets them. */
class StudioFilesTest extends OverHttp {
    private static final Path FILES = Path.of("src/main/resources/io/mintmark/server/studio");
    private static final long BYTES_MAX = 300 << 10;
    private static final long COMPRESSED_BYTES_MAX = 40 << 10;
    private static final Pattern SNIPPET = Pattern.compile("(?m)^  \"?([\\w#]+)\"?: `((?:[^`\\\\]|\\\\.)*)`");

    private static String body(Answer answer) {
        return new String(answer.response().body(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldLeadFromTheRootToThePage() {
        assertThat(server.get("/").expect(302).header("Location")).hasValue(Routes.STUDIO);
        assertThat(body(server.get(Routes.STUDIO).expect(200))).contains("Mintmark Studio");
    }

    @Test
    void shouldShowEveryFileThereIsAndNoOther() throws IOException {
        try (Stream<Path> there = Files.list(FILES)) {
            assertThat(Studio.KINDS.keySet())
                    .containsExactlyInAnyOrderElementsOf(
                            there.map(file -> file.getFileName().toString()).toList());
        }
        long bytes = 0;
        for (String name : Studio.KINDS.keySet()) {
            Answer file = server.get("/studio/" + name).expect(200);
            assertThat(file.header("Content-Type")).hasValue(Studio.KINDS.get(name));
            bytes += file.response().body().length;
        }
        assertThat(bytes).isLessThan(BYTES_MAX);
        for (String other : List.of("session", "Studio.class", "app.js.map")) {
            server.get("/studio/" + other).expect(404);
        }
    }

    /** What a browser gets before it paints first, as it travels: on a line of 10 Mbit/s that is a fiftieth of a second. */
    @Test
    void shouldTravelCompressedInAFewPackets() {
        long sum = 0;
        for (String name : Studio.KINDS.keySet()) {
            Answer file =
                    server.get("/studio/" + name, "Accept-Encoding", "gzip").expect(200);
            sum += file.response().body().length;
        }
        assertThat(server.get("/studio/app.js", "Accept-Encoding", "gzip").header("Content-Encoding"))
                .hasValue("gzip");
        assertThat(sum).isLessThan(COMPRESSED_BYTES_MAX);
    }

    /** A script that is found in another one waits for it; so the page names all, and they come at once. */
    @Test
    void shouldNameEachScriptInThePageThatABrowserAsksForFirst() {
        String page = body(server.get(Routes.STUDIO).expect(200));

        assertThat(Studio.KINDS.keySet().stream().filter(name -> name.endsWith(".js") && !name.equals("app.js")))
                .allSatisfy(name -> assertThat(page).contains("<link rel=\"modulepreload\" href=\"" + name + "\">"));
    }

    /** A rule that is shipped for Prometheus is judged on the first page, too, unless only a look from outside can. */
    @Test
    void shouldJudgeEachAlertThatIsShipped() throws IOException {
        String shipped = Files.readString(Path.of("../build/packaging/prometheus/mintmark-alerts.yml"));
        String judged = Files.readString(FILES.resolve("metrics.js"));

        Set<String> all = found("(?m)^ +- alert: Mintmark(\\w+)$", shipped);
        all.removeAll(Set.of("Down", "Restarts"));

        assertThat(found("(?m)^  ([A-Z]\\w+): \\(", judged)).isEqualTo(all);
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldLetNothingButItsOwnScriptsRunAndNobodyFrameIt() {
        assertThat(server.get(Routes.STUDIO).header("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "http:", "https:", "*");
    }

    @Test
    void shouldSendAFileAgainOnlyWhereItChanged() {
        String tag = server.get("/studio/app.js").header("ETag").orElseThrow();

        server.get("/studio/app.js", "If-None-Match", tag).expect(304);
        server.get("/studio/page.js", "If-None-Match", tag).expect(200);
    }

    /** People must see where to sign in; the files tell nothing of the server. */
    @Test
    void shouldShowThePageToEverybodyAndNothingElse(@TempDir Path directory) {
        Callers ignored = new Callers(directory).operator("ada");
        try (TestServer asking = TestServer.start(directory)) {
            asking.get(Routes.STUDIO).expect(200);
            asking.get("/v1/databases").expect(403);
        }
    }

    @Test
    void shouldShowTheProgramsOfTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../docs/ids-from-any-language.md"));
        String snippets = Files.readString(FILES.resolve("snippets.js"));

        List<String> shown = SNIPPET.matcher(snippets)
                .results()
                .map(found -> found.group(2).replaceAll("\\\\(.)", "$1"))
                .toList();

        assertThat(shown).hasSize(6).allSatisfy(program -> assertThat(page).contains(program));
    }
}
