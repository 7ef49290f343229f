package io.mintmark.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final StringWriter err = new StringWriter();

    @Test
    void shouldSayWhereLongWorkStands() {
        try (ProgressLine line = ProgressLine.every(Duration.ofMillis(5), new PrintWriter(err, true))) {
            line.at("shop: documents", 1_000, 1_234_567);
            awaitLine("mintmark: shop: documents, 1,000 of 1,234,567");
            line.at("shop: structure of the file", 0, 0);
            awaitLine("mintmark: shop: structure of the file\n");
        }
    }

    @Test
    void shouldGoOnAfterALineThatFailed() {
        AtomicBoolean failed = new AtomicBoolean();
        PrintWriter failing = new PrintWriter(err, true) {
            @Override
            public void println(String line) {
                if (!failed.getAndSet(true)) {
                    throw new StackOverflowError("made by a test");
                }
                super.println(line);
            }
        };
        try (ProgressLine line = ProgressLine.every(Duration.ofMillis(5), failing)) {
            line.at("shop: documents", 1, 2);
            awaitLine("mintmark: shop: documents, 1 of 2");
        }
        assertThat(failed).isTrue();
    }

    private void awaitLine(String text) {
        await().pollInterval(Duration.ofMillis(5)).until(err::toString, said -> said.contains(text));
    }

    @Test
    void shouldSayNothingOfShortWork() {
        try (ProgressLine line = ProgressLine.every(Duration.ofHours(1), new PrintWriter(err, true))) {
            line.at("shop: documents", 1, 2);
        }

        assertThat(err.toString()).isEmpty();
    }
}
