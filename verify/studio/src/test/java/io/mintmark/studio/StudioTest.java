package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The Studio as somebody sees it who came with a browser. */
@Timeout(300)
class StudioTest {
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

    @Test
    void shouldLeadFromNothingToTheFirstIdAndSayTheNextBeforeItIsStored() {
        browser.go("/", "This server").awaitText("There is none yet");
        browser.type("New database", "shop").press("Make it").sees("First id");
        browser.press("Draw an id now").awaitText("orders/1-A");
        browser.follow("Create").sees("Create a document");

        assertThat(Ways.create(browser, "HiLo")).isEqualTo("users/1-A");

        assertThat(Ways.card(browser, "HiLo").getText()).contains("Id before it is stored: users/2-A");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void shouldNeedNoMouse() {
        browser.go("/", "This server")
                .tabTo("New database")
                .keys("shop", Keys.ENTER)
                .sees("First id");
        browser.tabTo("Draw an id now").keys(Keys.ENTER).awaitText("orders/1-A");
        browser.keys(Keys.chord(Keys.SHIFT, Keys.TAB)).tabTo("Copy");
        browser.go("/shop/counters", "Counters")
                .tabTo("orders")
                .keys(Keys.ENTER)
                .sees("Counter orders");
        browser.tabTo("Number, or id").keys("1", Keys.ENTER).awaitText(" went to ");
        server.ask("PUT", "/databases/shop/docs?id=x/1", "{}");
        browser.go("/shop/documents/x%2F1", "x/1").tabTo("Delete").keys(Keys.ENTER);

        // What asks twice has the focus at once, and gives it back.
        browser.tabTo("Delete it for good")
                .tabTo("No")
                .keys(Keys.ENTER)
                .tabTo("Delete")
                .keys(Keys.ENTER);

        browser.tabTo("Delete it for good").keys(Keys.ENTER).sees("Documents").hears("x/1 is deleted");
    }

    @Test
    void shouldGiveTheRestOfItsRangeBackWhenThePageIsLeft() {
        makeShop();
        browser.go("/shop/create", "Create a document");
        assertThat(Ways.create(browser, "HiLo")).isEqualTo("users/1-A");

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
        browser.awaitText(", with 2 to 501, from node A");
        browser.type("Number, or id", "1000").press("Find it").awaitText("1000 is not reserved yet");
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
    void shouldReckonByTheCeilingOfADirectory() {
        makeShop();
        server.ask("POST", "/v1/shop/counters/orders/raise?to=" + (1L << 51) + "&leap=true", "");

        browser.go("/shop/counters", "Counters").awaitText("75 %");
        browser.go("/shop/counters/orders", "Counter orders")
                .awaitText("75 %")
                .awaitScript("document.querySelector('input[max=\"" + ((1L << 53) - 1) + "\"]') !== null");
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
        browser.go("/", "This server").awaitText("No backup is known. What to do (NoBackup)");
        browser.press("Back up now").awaitText("requests a second").awaitText("GET /metrics");

        browser.reload().awaitText("Last backup").awaitText(" rules that are shipped");
        assertThat(browser.text()).doesNotContain("No backup is known");
    }

    /** A page that is looked at for hours asks once at a time, and for one lease while it is still the newest. */
    @Test
    void shouldAskForLittleWhileACounterStandsStill() {
        makeShop();
        server.ask("POST", "/v1/shop/counters/orders/next", "");
        browser.go("/shop/counters/orders", "Counter orders").awaitText("1 – 1");
        browser.run("window.asked = []; const real = fetch;"
                + " window.fetch = (...all) => { asked.push(all[0]); return real(...all); }");

        browser.awaitScript("asked.length >= 3");
        // Each tenth time it looks at all that it shows.
        assertThat(browser.count("asked.filter(each => !each.endsWith('/leases?limit=1')).length"))
                .isIn(0L, 1L);

        server.ask("POST", "/v1/shop/counters/orders/next", "");
        browser.awaitText("2 – 2").awaitScript("asked.includes('/v1/shop/counters/orders/leases?limit=50')");
    }

    @Test
    void shouldKeepWhatSomebodyTypedWhenThePageIsLoadedAnew() {
        makeShop();
        server.ask("PUT", "/databases/shop/docs?id=x/1", "{\"n\":1}");
        browser.go("/shop/documents/x%2F1", "x/1").type("Document", "{\"n\":2}");

        browser.reload().awaitText("This is your change of before");
        browser.press("Compare").press("Store this").hears("x/1 is stored");

        assertThat(server.ask("GET", "/databases/shop/docs?id=x/1", "")).contains("\"n\":2");
        assertThat(browser.reload().sees("x/1").text()).doesNotContain("your change of before");
    }

    @Test
    void shouldFindDocumentsByPrefixAndCollectionAndKeepTheSearchInTheAddress() {
        makeShop();
        for (String[] each : new String[][] {{"users/1", "Users"}, {"users/2", "Guests"}, {"orders/1", "Orders"}}) {
            server.ask(
                    "PUT",
                    "/databases/shop/docs?id=" + each[0],
                    "{\"@metadata\":{\"@collection\":\"" + each[1] + "\"}}");
        }
        browser.go("/shop/documents", "Documents").awaitText("orders/1");

        browser.type("Ids that begin with", "users/").press("Find them").awaitText("In the order of ids");
        assertThat(browser.text()).contains("users/1", "users/2").doesNotContain("orders/1");
        browser.type("Of the collection", "Guests").press("Find them");
        browser.awaitScript("!document.querySelector('tbody').textContent.includes('users/1')");
        browser.reload().awaitText("users/2");
        assertThat(browser.text()).doesNotContain("users/1");
    }

    @Test
    void shouldSeedAnIdentityOnlyForSomebodyWhoTypesItsName() {
        makeShop();
        browser.go("/shop/identities", "Identities").awaitText("There is none yet");
        browser.run("document.querySelectorAll('form')[1].querySelectorAll('input')[0].value = 'invoices'");
        browser.type("Counts as taken", "41").press("Seed it").awaitText("To be sure, type the identity's name");

        browser.type("Type its name to confirm", "invoices").press("Seed it").hears("invoices stands at 41");

        browser.type("Identity", "invoices").press("Draw it").awaitText("invoices/42");
    }
}
