package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation that the server shows is that of the sources, and each of its links leads somewhere. */
class DocumentationTest extends OverHttp {
    private static final Pattern LINK = Pattern.compile("<(?:a|img)[^>]* ?(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ANCHOR = Pattern.compile(" id=\"([^\"]*)\"");

    private Answer page(String address) {
        return server.get(address);
    }

    private static String text(Answer answer) {
        return new String(answer.response().body(), StandardCharsets.UTF_8);
    }

    private static List<String> links(String html) {
        return LINK.matcher(html).results().map(found -> found.group(1)).toList();
    }

    private static String withoutAnchor(String link) {
        return link.replaceFirst("#.*", "");
    }

    /** Returns each page, by its address, that links lead to from the first one. */
    private Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        Deque<String> ahead = new ArrayDeque<>(List.of("/docs/"));
        while (!ahead.isEmpty()) {
            String address = ahead.pop();
            if (!all.containsKey(address)) {
                String html = text(page(address).expect(200));
                all.put(address, html);
                links(html).stream()
                        .map(DocumentationTest::withoutAnchor)
                        .filter(link -> link.startsWith("/docs/"))
                        .forEach(ahead::push);
            }
        }
        return all;
    }

    /** Returns the links of pages that lead to a place that is on none of them. */
    private static List<String> broken(Map<String, String> pages) {
        List<String> broken = new ArrayList<>();
        pages.forEach((address, html) -> links(html).stream()
                .filter(link -> !link.equals("/") && !link.matches("(https?|mailto):.*"))
                .filter(link -> !leads(pages, address, link))
                .forEach(link -> broken.add(address + " -> " + link)));
        return broken;
    }

    private static boolean leads(Map<String, String> pages, String address, String link) {
        String html = pages.get(link.startsWith("#") ? address : withoutAnchor(link));
        int mark = link.indexOf('#');
        return html != null && (mark < 0 || anchors(html).contains(link.substring(mark + 1)));
    }

    private static Set<String> anchors(String html) {
        return ANCHOR.matcher(html).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    @Test
    void shouldLeadFromEachLinkToAPageAndAnAnchorOfIt() {
        Map<String, String> all = all();

        assertThat(broken(all)).isEmpty();
        assertThat(all).hasSizeGreaterThan(70);
    }

    /** The twin: a page that is not there, an anchor that is not there, and what is no address of the server. */
    @Test
    void shouldFindALinkThatLeadsNowhere() {
        assertThat(broken(Map.of(
                        "/docs/",
                        "<h1 id=\"here\"></h1><a href=\"#here\"></a><a href=\"#there\"></a><a href=\"/docs/b\"></a>"
                                + "<img width=\"1\" src=\"pictures/c.svg\"><a href=\"https://d\"></a>")))
                .containsExactly("/docs/ -> #there", "/docs/ -> /docs/b", "/docs/ -> pictures/c.svg");
    }

    @Test
    void shouldHaveEachPageOfTheSources() throws IOException {
        Path docs = Path.of("..", "docs");
        Set<String> missing = new TreeSet<>();
        try (Stream<Path> pages = Files.walk(docs)) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                String name =
                        docs.relativize(page).toString().replace('\\', '/').replaceFirst("\\.md$", "");
                String address = "/docs/" + (name.equals("README") ? "" : name);
                String html = text(page(address));
                if (!html.contains("<h1")) {
                    missing.add(address);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldShowEveryRunbookWhereItsAlertLinks() {
        String html = text(page("/docs/runbooks"));

        assertThat(html).contains("<title>Runbooks – Mintmark</title>", "<h2 id=\"mintmarkdown\">MintmarkDown</h2>");
        assertThat(anchors(html)).contains("mintmarknobackup", "what-ends-a-server");
    }

    @Test
    void shouldRunNoScriptAndLoadNothingFromElsewhere() {
        Map<String, String> all = all();

        assertThat(page("/docs/http").header("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .startsWith("default-src 'none'; img-src 'self'; style-src 'sha256-")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe"));
        List<String> loads = new ArrayList<>();
        all.forEach((address, html) -> Pattern.compile("<script|<link|style=\"|src=\"(?!/docs/)[^\"]*| on[a-z]+=\"")
                .matcher(html)
                .results()
                .forEach(found -> loads.add(address + ": " + found.group())));
        assertThat(loads).isEmpty();
        assertThat(page("/docs/pictures/nodes.svg").header("Content-Type")).hasValue("image/svg+xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/none",
                "/docs/none/http",
                "/docs/CONTRIBUTING",
                "/docs/http.md",
                "/docs/pictures/nodes",
                "/docs/pictures/..%2fhttp.md",
                "/docs/..%5chttp/x",
                "/docs/decisions/%2e%2e%2fhttp",
                "/docs/server/pom"
            })
    void shouldShowNothingElse(String address) {
        assertThat(page(address).status()).isIn(400, 404);
    }

    @Test
    void shouldLeadToTheFirstPage() {
        Answer answer = page("/docs");

        assertThat(answer.status()).isIn(200, 301);
        assertThat(text(page("/docs/"))).contains("<h1 id=\"documentation\">", "href=\"/docs/runbooks\"");
    }
}
