package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.RecordedLog;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Guesses are counted by address, told once a minute, and end connections that go on. */
class GuessLimitTest {
    private static final long MINUTE = 60_000_000_000L;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - MINUTE);
    private final GuessLimit limit = new GuessLimit(now::get, address -> {});

    @AutoClose
    private final RecordedLog log = RecordedLog.of(GuessLimit.class);

    private int endedOf(int guesses, String address) {
        int ended = 0;
        for (int i = 0; i < guesses; i++) {
            ended += limit.failed(address, address) ? 1 : 0;
        }
        return ended;
    }

    @Test
    void shouldEndTheConnectionsOfAnAddressThatGoesOnGuessing() {
        assertThat(endedOf(GuessLimit.FREE_A_MINUTE, "10.0.0.1")).isZero();
        assertThat(endedOf(10, "10.0.0.1")).isEqualTo(10);
        assertThat(endedOf(1, "10.0.0.2")).as("another address").isZero();

        now.addAndGet(MINUTE);
        assertThat(endedOf(1, "10.0.0.1")).as("a minute later").isZero();
    }

    @Test
    void shouldTellEachAddressOnceAMinute() {
        endedOf(1_000, "10.0.0.1");
        assertThat(log.events()).hasSize(1);
        assertThat(log.events().get(0).getFormattedMessage()).startsWith("10.0.0.1 ");

        now.addAndGet(MINUTE);
        endedOf(1_000, "10.0.0.1");
        assertThat(log.events()).hasSize(2);
    }

    @Test
    void shouldNotBeFloodedByAddressesWithoutEnd() {
        for (int i = 0; i < 20_000; i++) {
            endedOf(1, "10.0." + i);
        }
        assertThat(log.events()).hasSize(GuessLimit.LINES_A_MINUTE);
    }
}
