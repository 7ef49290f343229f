package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Opened;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How far somebody comes who reads nothing, from the start of the server on. What is promised is a time; so this test, and no
 * other one, has a clock, beside the number of clicks.
 */
@Timeout(300)
class StopwatchTest {
    private static final Duration PROMISED = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @AutoClose
    private final Opened opened = new Opened();

    @Test
    void shouldLeadToADocumentByEachOfTheSixWaysAndToWhoHoldsANumber() throws Exception {
        long began = System.nanoTime();
        StudioServer server = opened.add(StudioServer.served(directory.resolve("data")));
        Browser browser = opened.add(Browser.at(server.url()));
        browser.go("/", "This server").type("New database", "shop").press("Make it");
        browser.sees("First id").follow("Create").sees("Create a document");
        List<String> made = Ways.createAll(browser);
        Duration taken = Duration.ofNanos(System.nanoTime() - began);
        int clicks = browser.clicks();

        browser.go("/", "This server")
                .choose("counters")
                .sees("Counters")
                .choose("users")
                .sees("Counter users");
        browser.type("Number, or id", made.get(4)).press("Find it").awaitText(" went to ");
        int clicksToHolder = browser.clicks() - clicks;

        long paint = browser.reload()
                .sees("Counter users")
                .count("Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime)");
        System.out.printf(
                "[stopwatch] a document by each of six ways: %d clicks, %.1f s after the start; who holds a number: %d; first"
                        + " paint after %d ms%n",
                clicks, taken.toMillis() / 1_000.0, clicksToHolder, paint);
        assertMade(made);
        assertThat(taken).isLessThan(PROMISED);
        assertThat(clicks).isEqualTo(8);
        assertThat(clicksToHolder).isEqualTo(3);
        try (Browser other = Browser.at(server.url())) {
            other.go("/shop/documents", "Documents");
            made.forEach(other::awaitText);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    private static void assertMade(List<String> ids) {
        assertThat(ids.get(0)).isEqualTo("users/ada");
        assertThat(ids.get(1)).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        assertThat(ids.get(2)).matches("users/[0-9]{19}-A");
        assertThat(ids.get(3)).isEqualTo("users/1");
        assertThat(ids.get(4)).isEqualTo("users/1-A");
        assertThat(ids.get(5)).isEqualTo("UsersByYear/1815");
    }
}
