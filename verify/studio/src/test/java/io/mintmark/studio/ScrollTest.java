package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.ServerSettings;
import io.mintmark.testkit.Effort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists that no browser could show at once. */
@Timeout(1_800)
class ScrollTest {
    private static final int COUNTERS = Effort.of("counters that scroll", 3_000, 1_000_000);
    private static final int LEASES = Effort.of("leases that scroll", 1_000, 100_000);

    /** As many rows as somebody passes by scrolling; those beyond are found by a name. */
    private static final int PASSED = Math.min(COUNTERS, 20_000);

    private static final int BATCH = 1_000;
    /** Some windows full, whatever there is. */
    private static final long ROWS_MAX = 1_500;

    private static final String ROWS = "document.querySelectorAll('tbody tr:not([aria-hidden])').length";

    @AutoClose
    private StudioServer server;

    @AutoClose
    private Browser browser;

    @BeforeEach
    void open(@TempDir Path directory) {
        // Each range has a lease of its own then.
        server = StudioServer.on(ServerSettings.builder(directory).rangesAhead(false));
        server.ask("PUT", "/v1/databases/shop", "");
        browser = Browser.at(server.url());
    }

    private static String name(int number) {
        return String.format("c%07d", number);
    }

    private void makeCounters() {
        for (int from = 0; from < COUNTERS; from += BATCH) {
            String commands = IntStream.range(from, Math.min(from + BATCH, COUNTERS))
                    .mapToObj(number ->
                            "{\"Type\":\"PUT\",\"Id\":\"Raven/Hilo/" + name(number) + "\",\"Document\":{\"Max\":"
                                    + (number + 1) + ",\"@metadata\":{\"@collection\":\"@hilo\"}}}")
                    .collect(Collectors.joining(",", "{\"Commands\":[", "]}"));
            String ignored = server.ask("POST", "/databases/shop/bulk_docs", commands);
        }
    }

    private void makeLeases() {
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (int i = 0; i < LEASES; i++) {
            asked.add(server.askLater("POST", "/v1/shop/counters/orders/ranges?count=10", ""));
            if (asked.size() == 64) {
                asked.forEach(CompletableFuture::join);
                asked.clear();
            }
        }
        asked.forEach(CompletableFuture::join);
    }

    /** Scrolls down until a row has that text, past rows that are shown in their order and then let go. */
    private void scrollTo(String text) {
        String seen = "[...document.querySelectorAll('tbody td')].some(cell => cell.textContent === '" + text + "')";
        Browser ignored = browser.scrollUntil(seen);
        assertThat(browser.count(ROWS)).isLessThan(ROWS_MAX);
    }

    @Test
    void shouldScrollThroughCountersAndBack() {
        makeCounters();
        browser.go("/shop/counters", "Counters").awaitText(name(0));

        scrollTo(name(PASSED - 1));

        browser.awaitScript("(() => { scrollTo(0, 0); return [...document.querySelectorAll('tbody a')].some(a =>"
                + " a.textContent === '" + name(0) + "'); })()");
        assertThat(browser.count(ROWS)).isLessThan(ROWS_MAX);

        int middle = COUNTERS - 500;
        browser.type("A counter", name(middle)).press("List from here").awaitText(name(middle));
        assertThat(browser.textOf("document.querySelector('tbody a').textContent"))
                .isEqualTo(name(middle));
        scrollTo(name(COUNTERS - 1));
        browser.reload().awaitText(name(middle));
    }

    @Test
    void shouldScrollToTheOldestLease() {
        makeLeases();
        browser.go("/shop/counters/orders", "Counter orders").awaitText(String.format("%,d", LEASES * 10L));

        browser.press("Older ones").awaitText("The table stands still");
        scrollTo("1 – 10");

        browser.press("Follow the newest again");
        browser.awaitScript("!document.querySelector('main').textContent.includes('stands still')");
    }
}
