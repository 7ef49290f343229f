package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The Studio as somebody sees it who came with a browser. */
@Timeout(300)
class StudioTest {
    private static final List<String> WAYS =
            List.of("Semantic", "GUID", "Server-side", "Identity", "HiLo", "Artificial");

    @AutoClose
    private StudioServer server;

    @AutoClose
    private Browser browser;

    @BeforeEach
    void open(@TempDir Path directory) {
        server = StudioServer.on(directory);
        browser = Browser.at(server.url());
    }

    private void makeShop() {
        server.ask("PUT", "/v1/databases/shop", "");
    }

    private WebElement way(String name) {
        return browser.await(By.xpath("//article[h2[normalize-space()='" + name + "']]"));
    }

    private String create(String name) {
        Browser.in(way(name), "button").click();
        return browser.await(By.xpath("//article[h2[normalize-space()='" + name + "']]//a"))
                .getText();
    }

    @Test
    void shouldLeadFromNothingToADocumentByEachOfTheSixWays() {
        browser.go("/", "This server").awaitText("There is none yet");
        browser.type("New database", "shop").press("Make it").sees("First id");
        browser.press("Draw an id now").awaitText("orders/1-A");
        browser.follow("Create").sees("Create a document");

        List<String> ids = WAYS.stream().map(this::create).toList();

        assertThat(ids.get(0)).isEqualTo("users/ada");
        assertThat(ids.get(1)).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        assertThat(ids.get(2)).matches("users/[0-9]{19}-A");
        assertThat(ids.get(3)).isEqualTo("users/1");
        assertThat(ids.get(4)).isEqualTo("users/1-A");
        assertThat(ids.get(5)).isEqualTo("UsersByYear/1815");
        assertThat(way("HiLo").getText()).contains("Id before it is stored: users/2-A");
        try (Browser other = Browser.at(server.url())) {
            other.go("/shop/documents", "Documents").awaitText(ids.get(5)).awaitText(ids.get(1));
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void shouldGiveTheRestOfItsRangeBackWhenThePageIsLeft() {
        makeShop();
        browser.go("/shop/create", "Create a document");
        assertThat(create("HiLo")).isEqualTo("users/1-A");

        browser.follow("Counters").sees("Counters");
        browser.go("/shop/counters/users", "Counter users").awaitText("1 used, the rest returned");

        assertThat(server.ask("POST", "/v1/shop/counters/users/next", "")).contains("users/2-A");
    }

    @Test
    void shouldShowARangeThatAnotherProgramReserves() {
        makeShop();
        server.ask("POST", "/v1/shop/counters/orders/next", "");
        browser.go("/shop/counters/orders", "Counter orders").awaitText("1 – 1");

        server.ask("POST", "/v1/shop/counters/orders/ranges?count=500", "");

        browser.awaitText("2 – 501").type("Number, or id", "orders/250-A").press("Find it");
        browser.awaitText(" of 2 to 501, reserved ");
        browser.type("Number, or id", "1000").press("Find it").awaitText("Nobody: 1,000 is above everything");
    }

    @Test
    void shouldRaiseACounterOnlyForSomebodyWhoTypesItsName() {
        makeShop();
        browser.go("/shop/counters/orders", "Counter orders").type("Highest number that counts as taken", "5000");
        browser.type("Type orders to confirm", "order")
                .press("Raise it")
                .awaitText("To be sure, type the counter's name");

        browser.type("Type orders to confirm", "orders").press("Raise it").awaitText("5,000");

        assertThat(server.ask("GET", "/v1/shop/counters/orders", "")).contains("5000");
    }

    @Test
    void shouldKeepEveryDigitOfADocumentThatIsEdited() {
        makeShop();
        String exact = "{\"big\":12345678901234567890,\"small\":1.10,\"text\":\"a, {b}: \\\"c\\\"\"";
        server.ask(
                "PUT", "/databases/shop/docs?id=x/1", exact + ",\"@metadata\":{\"@collection\":\"X\",\"mine\":1e2}}");
        browser.go("/shop/documents/x%2F1", "x/1");
        browser.run("const t = document.querySelector('textarea'); t.value = t.value.replace('1.10', '1.20')");

        browser.press("Compare").press("Store this").hears("x/1 is stored");

        assertThat(server.ask("GET", "/databases/shop/docs?id=x/1", ""))
                .contains(exact.replace("1.10", "1.20"), "\"mine\":1e2");
    }

    @Test
    void shouldNotOverwriteWhatSomebodyElseChangedMeanwhile() {
        makeShop();
        server.ask("PUT", "/databases/shop/docs?id=x/1", "{\"n\":1}");
        browser.go("/shop/documents/x%2F1", "x/1");
        server.ask("PUT", "/databases/shop/docs?id=x/1", "{\"n\":2}");
        browser.run("const t = document.querySelector('textarea'); t.value = '{\"n\":3}'");

        browser.press("Compare").press("Store this");

        browser.await(By.cssSelector("[role=alert]:not(:empty)"));
        assertThat(server.ask("GET", "/databases/shop/docs?id=x/1", "")).contains("\"n\":2");
    }

    @Test
    void shouldAskTwiceBeforeItDeletes() {
        makeShop();
        server.ask("PUT", "/databases/shop/docs?id=x/1", "{}");
        browser.go("/shop/documents/x%2F1", "x/1").press("Delete").press("No");
        browser.press("Delete").press("Delete it for good").sees("Documents").awaitText("There is none");
    }

    @Test
    void shouldTellWhichBucketIsLargestAndWhatLiesInIt() {
        makeShop();
        for (String id : List.of("a$big", "b$big", "c$big", "d")) {
            server.ask("PUT", "/databases/shop/docs?id=" + StudioServer.encoded(id), "{}");
        }
        browser.go("/shop/buckets", "Buckets").press("Count them").awaitText("4 documents in 2 buckets");

        browser.await(By.cssSelector("td button")).click();

        browser.awaitText("3 documents,").awaitText("c$big");
    }

    @Test
    void shouldSayWhatIsAskedOfTheServerAndGiveABackup() {
        makeShop();
        browser.go("/", "This server").press("Back up now").awaitText("requests a second");

        browser.awaitText("GET /metrics").reload().awaitText(" ago");
    }

    /** Markup, letters that run from right to left, and as many bytes as an id has at most. */
    @Test
    void shouldShowHostileNamesAsText() {
        makeShop();
        String markup = "users/<img src=x onerror=\"document.title='taken'\">";
        String turned = "users/\u05D0\u05D1 \u0627\u0628";
        String longest = "users/" + "x".repeat(500);
        List.of(markup, turned, longest)
                .forEach(id -> server.ask("PUT", "/databases/shop/docs?id=" + StudioServer.encoded(id), "{}"));

        browser.go("/shop/documents", "Documents").awaitText(markup);
        browser.width(320);

        assertThat(browser.run("return document.querySelectorAll('main img').length"))
                .isEqualTo(0L);
        assertThat(browser.run("return document.title")).isNotEqualTo("taken");
        assertThat(browser.run("return [...document.querySelectorAll('td a')].map(a => a.textContent)"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .contains(markup, turned, longest);
        assertThat(browser.tooWide()).isZero();
    }

    @Test
    void shouldFitNarrowScreensAndBeOpenToAllInLightAndDark() {
        makeShop();
        IntStream.range(0, 30).forEach(i -> server.ask("POST", "/v1/shop/counters/orders/ranges?count=10", ""));
        server.ask("POST", "/v1/shop/identities/invoices/next", "");
        server.ask(
                "PUT",
                "/databases/shop/docs?id=users/ada",
                "{\"name\":\"Ada\",\"@metadata\":{\"@collection\":\"Users\"}}");
        List<String[]> pages = List.of(
                new String[] {"/", "This server"},
                new String[] {"/shop/begin", "First id"},
                new String[] {"/shop/counters", "Counters"},
                new String[] {"/shop/counters/orders", "Counter orders"},
                new String[] {"/shop/documents", "Documents"},
                new String[] {"/shop/documents/users%2Fada", "users/ada"},
                new String[] {"/shop/create", "Create a document"},
                new String[] {"/shop/identities", "Identities"},
                new String[] {"/shop/indexes", "Indexes"},
                new String[] {"/shop/buckets", "Buckets"});
        for (String[] page : pages) {
            browser.width(320).go(page[0], page[1]);
            assertThat(browser.tooWide()).as(page[0]).isZero();
            browser.width(1100).isOpenToAll();
        }
        browser.dark();
        pages.forEach(page -> browser.go(page[0], page[1]).isOpenToAll());
        assertThat(browser.complaints()).isEmpty();
    }
}
