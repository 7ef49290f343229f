package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.ServerSettings;
import io.mintmark.support.Eventually;
import io.mintmark.web.access.principal.AccessFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each page as it looks, narrow and wide, in light and dark: it fits, keeps nobody out, and looks as it did. */
@Timeout(300)
class LooksTest {
    private static final List<String> AUDITED = List.of(
            "sign-in by=\"ada\" from=\"10.0.0.7\" outcome=\"done\"",
            "create by=\"ada\" from=\"10.0.0.7\" name=\"shop\" outcome=\"done\"",
            "raise by=\"ada\" from=\"10.0.0.7\" database=\"shop\" counter=\"orders\" to=\"5000\" outcome=\"done\"",
            "delete by=\"backend\" from=\"10.0.0.8\" name=\"shop\" outcome=\"refused 403\"");

    @TempDir
    private Path directory;

    @AutoClose
    private StudioServer server;

    @AutoClose
    private Browser browser;

    /** An address, and the heading of its page. */
    private record Page(String name, String address, String heading) {}

    private static final List<Page> PAGES = List.of(
            new Page("server", "/", "This server"),
            new Page("begin", "/shop/begin", "First id"),
            new Page("counters", "/shop/counters", "Counters"),
            new Page("counter", "/shop/counters/orders", "Counter orders"),
            new Page("documents", "/shop/documents", "Documents"),
            new Page("document", "/shop/documents/users%2Fada", "users/ada"),
            new Page("create", "/shop/create", "Create a document"),
            new Page("identities", "/shop/identities", "Identities"),
            new Page("indexes", "/shop/indexes", "Indexes"),
            new Page("buckets", "/shop/buckets", "Buckets"),
            new Page("access", "/access", "Access"),
            new Page("audit", "/audit", "Audit"),
            new Page("nothing", "/bar/documents", "Documents"),
            new Page("missing", "/none/counters", "That did not work"));

    @BeforeEach
    void start() throws IOException {
        Path log = directory.resolve("audit.log");
        for (String line : AUDITED) {
            Files.writeString(
                    log,
                    "2026-01-05T09:30:00.123Z INFO  audit: " + line + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
        server = StudioServer.on(ServerSettings.builder(directory.resolve("data"))
                .rangesAhead(false)
                .audit(true)
                .auditFile(log));
        browser = Browser.at(server.url()).go("/", "This server");
    }

    private void fill() {
        server.ask("PUT", "/v1/databases/shop", "");
        server.ask("PUT", "/v1/databases/bar", "");
        IntStream.range(0, 3).forEach(i -> server.ask("POST", "/v1/shop/counters/orders/ranges?count=32", ""));
        String returned = server.ask("POST", "/v1/shop/counters/orders/ranges?count=64", "");
        String lease = returned.replaceAll(".*\"lease\":\"([^\"]*)\".*", "$1");
        server.ask("DELETE", "/v1/shop/counters/orders/leases/" + lease + "?last=120", "");
        server.ask("POST", "/v1/shop/counters/orders/raise?to=170", "");
        server.ask("POST", "/v1/shop/counters/orders/ranges?count=50", "");
        server.ask("POST", "/v1/shop/identities/invoices/next", "");
        String document = "{\"name\":\"Ada\",\"born\":1815,\"@metadata\":{\"@collection\":\"Users\"}}";
        server.ask("PUT", "/databases/shop/docs?id=users/ada", document);
        server.ask("PUT", "/databases/shop/docs?id=orders/1$users/ada", document);
        server.ask(
                "PUT",
                "/databases/shop/indexes",
                "{\"Indexes\":[{\"Name\":\"Users/ByYear\",\"OutputReduceToCollection\":\"UsersByYear\",\"Aggregation\":"
                        + "{\"Collection\":\"Users\",\"GroupBy\":[\"born\"],"
                        + "\"Aggregates\":[{\"Name\":\"n\",\"Function\":\"Count\"}]}}]}");
        server.ask("POST", "/databases/shop/bulk_docs?waitForIndexesTimeout=00:00:15", "{\"Commands\":[]}");
    }

    private void show(Page page) {
        browser.go(page.address(), page.heading());
        if (page.name().equals("buckets")) {
            browser.press("Count them").awaitText("The largest");
        }
    }

    private void lookAt(List<Page> pages) throws IOException {
        KeptLooks looks = new KeptLooks(browser);
        for (Page page : pages) {
            browser.width(320);
            show(page);
            assertThat(browser.tooWide()).as(page.name()).isZero();
            looks.take(browser, page.name() + "-narrow");
            browser.width(1100).isOpenToAll();
            looks.take(browser, page.name() + "-wide");
            browser.dark().isLegible();
            looks.take(browser, page.name() + "-dark");
            browser.light();
        }
        assertThat(looks.others())
                .as("pages that look otherwise; -Dmintmark.screenshots=write keeps them")
                .isEmpty();
    }

    @Test
    void shouldFitKeepNobodyOutAndLookAsItDid() throws IOException {
        fill();

        lookAt(PAGES);
        browser.width(1000).go("/shop/counters/orders", "Counter orders");
        browser.type("Number, or id", "orders/110-A").press("Find it").awaitText(" went to ");
        KeptLooks.renew(browser, Path.of("../../docs/pictures/studio.png"));

        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("404"));
    }

    @Test
    void shouldLookRightToSomebodyWhoSignsInOrMayNot() throws IOException {
        String operator = SharedAccess.operator(new AccessFile(directory.resolve("data")), "ada");
        Eventually.until(
                "the server asks who calls",
                () -> server.askLater("GET", "/v1/databases", "").join().statusCode() == 403);
        String[] ada = {"Authorization", "Bearer " + operator};
        server.ask("PUT", "/v1/databases/shop", "", ada);
        String added = server.ask("PUT", "/admin/access?name=reader", "{\"Permissions\":{\"shop\":\"Read\"}}", ada);
        String reader = added.replaceAll("(?s).*(mintmark_[0-9a-f]{48}).*", "$1");
        browser.go("/", "This server").reload().sees("Sign in");
        lookAt(List.of(new Page("door", "/", "Sign in")));

        browser.go("/", "Sign in").type("Bearer token", reader).press("Sign in").sees("This server");
        lookAt(List.of(new Page("reader", "/", "This server"), new Page("refused", "/audit", "You may not see this")));
        browser.follow("Sign out")
                .sees("Sign in")
                .type("Bearer token", operator)
                .press("Sign in");
        browser.sees("Audit");
        lookAt(List.of(new Page("principals", "/access", "Access")));
    }
}
