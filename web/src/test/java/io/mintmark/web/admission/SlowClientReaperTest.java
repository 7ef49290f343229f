package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlowClientReaperTest {
    /** Tasks that run when the test likes. */
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    private final SlowClientReaper.Timer later = (delay, task) -> tasks.add(task);

    @Test
    void shouldLookAgainWhateverHappenedToALook() {
        AtomicInteger looks = new AtomicInteger();
        SlowClientReaper reaper =
                new SlowClientReaper(LimitsBuilder.WIDE.pace(), () -> 17, new AdmissionCounts(), () -> {
                    if (looks.incrementAndGet() % 2 == 1) {
                        throw new InternalError("on purpose");
                    }
                    throw new IllegalStateException("on purpose");
                });
        reaper.start(later);

        for (int i = 0; i < 4; i++) {
            assertThat(tasks).hasSize(1);
            tasks.remove().run();
        }

        assertThat(looks).hasValue(4);
    }

    @Test
    void shouldGiveARequestThatComesWhileTheServerClosesItsTimeBack() {
        SlowClientReaper reaper =
                new SlowClientReaper(LimitsBuilder.WIDE.pace(), () -> 17, new AdmissionCounts(), () -> {});
        AdmissionControl admission = admission();
        SilentConnection client = new SilentConnection(admission);
        reaper.watch(client);
        reaper.close(later);

        tasks.remove().run();
        assertThat(client.idleMillisMax()).as("nothing to answer").isEqualTo(100);

        RequestResources ignored = client.begin(admission.permits());
        tasks.remove().run();
        assertThat(client.idleMillisMax())
                .isEqualTo(LimitsBuilder.WIDE.pace().idleMax().toMillis());
    }

    private static AdmissionControl admission() {
        return new AdmissionControl(
                LimitsBuilder.WIDE,
                Runnable::run,
                () -> 17,
                new AdmissionCounts(),
                capacity -> new IllegalStateException("no memory"));
    }
}
