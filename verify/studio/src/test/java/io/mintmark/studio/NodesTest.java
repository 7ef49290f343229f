package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Studio at two nodes over one store in PostgreSQL. */
@Timeout(300)
class NodesTest {
    private final String store = TestPostgres.fresh();

    @TempDir
    private Path directory;

    @AutoClose
    private StudioServer first;

    @AutoClose
    private StudioServer second;

    @AutoClose
    private Browser browser;

    private StudioServer node(String tag) {
        return StudioServer.on(ServerSettings.builder(directory.resolve(tag))
                .nodeTag(NodeTag.of(tag))
                .store(StoreSettings.of(store)));
    }

    @BeforeEach
    void start() {
        first = node("A");
        second = node("B");
        first.ask("PUT", "/v1/databases/shop", "");
        browser = Browser.at(first.url());
    }

    @Test
    void shouldShowAtTheSecondNodeWhatABrowserMadeAtTheFirst() {
        Eventually.until(
                "the nodes know each other",
                () -> first.ask("GET", "/v1/server", "").contains("\"tag\":\"B\""));
        browser.go("/", "This server").awaitText("Node A of").awaitText("A, B");
        assertThat(browser.text()).doesNotContain("Back up now", "Last backup");
        browser.go("/shop/create", "Create a document");
        List<String> made = Ways.createAll(browser);
        assertThat(made.get(4)).isEqualTo("users/1-A");

        try (Browser other = Browser.at(second.url())) {
            other.go("/shop/documents", "Documents");
            made.forEach(other::awaitText);
            other.go("/shop/create", "Create a document");
            assertThat(Ways.create(other, "HiLo")).matches("users/[0-9]+-B");
            browser.go("/shop/documents", "Documents").awaitText("-B");
        }
        assertThat(browser.complaints()).isEmpty();
    }

    /** Counters end at half the number there that they end at in a directory. */
    @Test
    void shouldReckonByTheCeilingOfTheStore() {
        first.ask("POST", "/v1/shop/counters/orders/raise?to=" + (1L << 51) + "&leap=true", "");

        browser.go("/shop/counters", "Counters").awaitText("49.99 %");
        browser.go("/shop/counters/orders", "Counter orders")
                .awaitText("49.99 %")
                .awaitScript("document.querySelector('input[max=\"" + ((1L << 52) - 1) + "\"]') !== null");
    }

    /** A session lives in one node's memory; the list of principals is in the store. */
    @Test
    void shouldAskAgainAtTheSecondNodeAndSayWhy() throws Exception {
        String token = SharedAccess.operator(store, "ada");
        Eventually.until(
                "the first node asks who calls",
                () -> first.askLater("GET", "/v1/databases", "").join().statusCode() == 403);
        browser.go("/", "Sign in").awaitText("at this node alone");
        browser.type("Bearer token", token).press("Sign in").sees("This server");
        browser.awaitText("You are signed in at node A alone");

        browser.visit(second.url(), "/", "Sign in")
                .awaitText("another node asks anew")
                .type("Bearer token", token)
                .press("Sign in")
                .sees("This server")
                .awaitText("You are signed in at node B alone");
    }
}
