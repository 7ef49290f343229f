package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.TransferProgress.Struck;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The reaper looks at one moment, and the client may move in the next. */
class TransferProgressTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Limits.Pace PACE =
            LimitsBuilder.load().rate(1_000, Duration.ofSeconds(10)).build().pace();

    private long now = 17;
    /** Happens once, when somebody looks at the clock. */
    private Runnable meanwhile = () -> {};

    private final TransferProgress progress = new TransferProgress(this::nanos);

    private long nanos() {
        Runnable once = meanwhile;
        meanwhile = () -> {};
        once.run();
        return now;
    }

    private void pass(long seconds) {
        now += seconds * SECOND;
    }

    @Test
    void shouldStrikeASlowBodyOnceAndRefuseItThoughItComesWholeLater() {
        pass(12);

        assertThat(progress.strike(PACE)).isEqualTo(Struck.BODY);
        assertThat(progress.strike(PACE)).isEqualTo(Struck.NOTHING);
        assertThat(progress.workBegins()).isFalse();
        assertThat(progress.wasSlow()).isTrue();
        progress.replyBegins(0);
        assertThat(progress.wasSlow()).as("while it is refused, too").isTrue();
    }

    @Test
    void shouldLeaveABodyAloneThatBecomesWholeWhileItIsLookedAt() {
        pass(12);
        meanwhile = () -> assertThat(progress.workBegins()).isTrue();

        assertThat(progress.strike(PACE)).isEqualTo(Struck.NOTHING);
        assertThat(progress.wasSlow()).isFalse();
    }

    @Test
    void shouldLeaveAReaderAloneWhoTakesItsPieceWhileItIsLookedAt() {
        assertThat(progress.workBegins()).isTrue();
        progress.replyBegins(0);
        progress.writeBegins();
        pass(12);
        meanwhile = () -> progress.writeEnds(1);

        assertThat(progress.strike(PACE)).isEqualTo(Struck.NOTHING);
        assertThat(progress.wasSlow()).isFalse();
    }

    @Test
    void shouldLeaveAReaderAloneWhoIsAwaitedAnewWhileItIsLookedAt() {
        progress.replyBegins(0);
        progress.writeBegins();
        pass(12);
        meanwhile = () -> {
            progress.writeEnds(1);
            pass(1);
            progress.writeBegins();
        };

        assertThat(progress.strike(PACE)).isEqualTo(Struck.NOTHING);
        assertThat(progress.strike(PACE)).as("on what is so now").isEqualTo(Struck.REPLY);
    }

    @Test
    void shouldCountOnlyTheTimeInWhichTheClientIsAwaited() {
        pass(5);
        assertThat(progress.workBegins()).isTrue();
        pass(1_000);
        assertThat(progress.strike(PACE)).isEqualTo(Struck.NOTHING);

        progress.replyBegins(0);
        for (int i = 0; i < 5; i++) {
            pass(1_000);
            progress.writeBegins();
            pass(2);
            assertThat(progress.strike(PACE)).isEqualTo(Struck.NOTHING);
            progress.writeEnds(10);
        }
        progress.writeBegins();
        pass(1);
        assertThat(progress.strike(PACE)).as("50 bytes within 11 seconds").isEqualTo(Struck.REPLY);
    }
}
