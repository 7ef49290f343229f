package io.mintmark.web.access.principal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SignInsTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final SignIns signIns = new SignIns(nanos::get);

    @Test
    void shouldTellEachOfAnAddressOnceAnHour() {
        assertThat(signIns.isNews("ada", "10.0.0.1", "done")).isTrue();
        assertThat(signIns.isNews("ada", "10.0.0.1", "done")).isFalse();
        assertThat(signIns.isNews("ada", "10.0.0.2", "done")).isTrue();
        assertThat(signIns.isNews("bob", "10.0.0.1", "done")).isTrue();
        assertThat(signIns.isNews("ada", "10.0.0.1", "refused 403")).isTrue();

        nanos.addAndGet(Duration.ofHours(1).toNanos() - 1);
        assertThat(signIns.isNews("ada", "10.0.0.1", "done")).isFalse();
        nanos.incrementAndGet();
        assertThat(signIns.isNews("ada", "10.0.0.1", "done")).isTrue();
    }

    @Test
    void shouldForgetSomeRatherThanKeepAll() {
        for (int i = 0; i < 4_096; i++) {
            assertThat(signIns.isNews("ada", "10.0." + i / 256 + "." + i % 256, "done"))
                    .isTrue();
        }
        assertThat(signIns.isNews("ada", "10.0.0.1", "done")).isFalse();
        assertThat(signIns.isNews("ada", "10.1.0.0", "done")).isTrue();

        assertThat(signIns.isNews("ada", "10.0.0.1", "done")).isTrue();
        assertThat(signIns.isNews("ada", "10.1.0.0", "done")).isFalse();
    }
}
