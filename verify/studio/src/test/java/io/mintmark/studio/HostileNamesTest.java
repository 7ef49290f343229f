package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.server.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names that somebody else chose, on each page that shows any: markup, letters that run to the left, 512 bytes. */
@Timeout(300)
class HostileNamesTest {
    private static final String MARKUP = "<img src=x onerror=\"document.title='taken'\">";
    private static final String TURNED = "\u05D0\u05D1 \u0627\u0628";
    private static final ObjectMapper JSON = new ObjectMapper();

    @AutoClose
    private StudioServer server;

    @AutoClose
    private Browser browser;

    @BeforeEach
    void open(@TempDir Path directory) {
        server = StudioServer.on(ServerSettings.builder(directory.resolve("data"))
                .audit(true)
                .auditFile(directory.resolve("audit.log")));
        server.ask("PUT", "/v1/databases/shop", "");
        browser = Browser.at(server.url());
    }

    /** An id has at most 512 bytes, and that of a counter's highest number has the number and the node, too. */
    private static String longest(String begin, int rest) {
        return begin + "x".repeat(512 - rest - begin.length());
    }

    /** No element came of a name, no script ran, nothing is wider than a narrow window, and each name is there. */
    private void assertShown(List<String> names) {
        for (String name : names) {
            String quoted = JSON.valueToTree(name).toString();
            browser.awaitScript("[...document.querySelectorAll('main *')].some(e => e.textContent === " + quoted + ")");
        }
        browser.width(320);
        assertThat(browser.count("document.querySelectorAll('main img, main b').length"))
                .isEqualTo(0L);
        assertThat(browser.textOf("document.title")).isNotEqualTo("taken");
        assertThat(browser.tooWide()).isZero();
        browser.width(1100);
        assertThat(browser.complaints()).isEmpty();
    }

    private void store(String id) throws Exception {
        String document = JSON.writeValueAsString(
                Map.of("text", MARKUP, "born", MARKUP, "@metadata", Map.of("@collection", MARKUP)));
        server.ask("PUT", "/databases/shop/docs?id=" + StudioServer.encoded(id), document);
    }

    @Test
    void shouldBeTextAmongDocumentsAndInOne() throws Exception {
        List<String> ids = List.of("users/" + MARKUP, "users/" + TURNED, longest("users/", 0));
        for (String id : ids) {
            store(id);
        }

        browser.go("/shop/documents", "Documents");
        assertShown(ids);
        browser.go("/shop/documents?startsWith=users&collection=" + StudioServer.encoded(MARKUP), "Documents");
        assertShown(ids);
        browser.go("/shop/documents/" + StudioServer.encoded(ids.get(0)), ids.get(0));
        assertShown(List.of(ids.get(0)));
        browser.go("/shop/buckets", "Buckets").press("Count them").awaitText("3 documents");
        browser.run("document.querySelectorAll('td button').forEach(button => button.click())");
        browser.awaitText("users/");
    }

    @Test
    void shouldBeTextAmongCountersAndIdentities() {
        List<String> counters =
                List.of(MARKUP.replace("/", ""), TURNED, longest("c", "/9007199254740991-ZZZZ".length()));
        for (String name : counters) {
            server.ask("POST", "/v1/shop/counters/" + StudioServer.encoded(name) + "/next", "");
            server.ask("POST", "/v1/shop/identities/" + StudioServer.encoded(name) + "/next", "");
        }

        browser.go("/shop/counters", "Counters");
        assertShown(counters);
        browser.go("/shop/identities", "Identities");
        assertThat(browser.tooWide()).isZero();
        for (String name : counters) {
            browser.go("/shop/counters/" + StudioServer.encoded(name), "Counter " + name);
            assertShown(List.of(name));
        }
    }

    @Test
    void shouldBeTextInTheFormsThatMakeSomething() throws Exception {
        browser.go("/shop/begin", "First id").type("Counter", MARKUP);
        assertThat(browser.textOf("document.querySelector('pre').textContent")).contains("%3Cimg");
        browser.press("Draw an id now").awaitText(MARKUP + "/1-A");
        assertShown(List.of(MARKUP + "/1-A"));
        browser.go("/shop/create", "Create a document")
                .type("Id", MARKUP)
                .press("Create")
                .awaitText("Stored as");
        assertShown(List.of(MARKUP));
        browser.go("/" + StudioServer.encoded(MARKUP) + "/counters", "That did not work")
                .awaitText("Database '" + MARKUP + "' does not exist");
        // The browser complains of a 404, and of nothing else.
        assertThat(browser.complaints()).hasSize(1).allMatch(complaint -> complaint.contains("404"));
        assertShown(List.of());
    }

    @Test
    void shouldBeTextOfWhatIndexesAndErrorsAreCalled() throws Exception {
        String index = "{\"Indexes\":[{\"Name\":" + JSON.valueToTree(MARKUP) + ",\"OutputReduceToCollection\":\"Out\","
                + "\"Aggregation\":{\"Collection\":" + JSON.valueToTree(MARKUP)
                + ",\"GroupBy\":[\"born\"],\"Aggregates\":[{\"Name\":\"n\",\"Function\":\"Count\"}]}}]}";
        server.ask("PUT", "/databases/shop/indexes", index);
        store("users/" + MARKUP);

        browser.go("/shop/indexes", "Indexes");

        assertShown(List.of(MARKUP));
    }
}
