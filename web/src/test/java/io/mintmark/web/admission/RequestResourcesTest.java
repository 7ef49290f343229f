package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Memory and the reaper's patience, both of which a request has only once it asks for them. */
class RequestResourcesTest {
    private static final int BEYOND_FREE = MemoryClaim.BYTES_FREE + 1;

    private final AdmissionCounts counts = new AdmissionCounts();
    private final AdmissionControl admission = new AdmissionControl(
            LimitsBuilder.WIDE,
            Runnable::run,
            this::nanos,
            counts,
            capacity -> new IllegalStateException("no memory of " + capacity));
    private final ClientConnection connection = new SilentConnection(admission);
    private long now;

    private long nanos() {
        return now;
    }

    @Test
    void shouldGiveBackAtTheEndWhatWasClaimed() {
        try (RequestResources resources = connection.begin(admission.permits())) {
            resources.memory().add(BEYOND_FREE);
            assertThat(counts.memoryBytes()).isEqualTo(1);
        }

        assertThat(counts.memoryBytes()).isZero();
    }

    @Test
    void shouldClaimNothingAfterTheEnd() {
        RequestResources resources = connection.begin(admission.permits());
        resources.close();

        assertThatThrownBy(() -> resources.memory().add(BEYOND_FREE)).hasMessage("no memory of " + (1L << 30));
        assertThat(counts.memoryBytes()).isZero();
    }

    @Test
    void shouldWaitForTheClientOnlyFromTheTimeItIsAskedForBytes() {
        RequestResources resources = connection.begin(admission.permits());
        now += TimeUnit.DAYS.toNanos(1);
        assertThat(resources.strike()).isEqualTo(TransferProgress.Struck.NOTHING);

        TransferProgress ignored = resources.progress();
        assertThat(resources.strike()).isEqualTo(TransferProgress.Struck.NOTHING);
        now += TimeUnit.DAYS.toNanos(1);
        assertThat(resources.strike()).isEqualTo(TransferProgress.Struck.BODY);
    }

    @Test
    void shouldLeaveAConnectionToTheExchangeThatFollowed() {
        RequestResources first = connection.begin(admission.permits());
        RequestResources second = connection.begin(admission.permits());
        first.close();

        assertThat(connection.current()).isSameAs(second);
    }

    /** Each client has its own row of refusals, which a permit ends. */
    @Test
    void shouldReadAClientLessAndLessOftenWhileItIsRefused() {
        SilentConnection flooding = new SilentConnection(admission);
        SilentConnection other = new SilentConnection(admission);
        for (int i = 0; i < 7; i++) {
            flooding.refused();
        }
        other.refused();
        assertThat(flooding.rests())
                .extracting(Duration::toMillis)
                .containsExactly(100L, 200L, 400L, 800L, 1_000L, 1_000L);
        assertThat(other.rests()).isEmpty();

        flooding.granted();
        flooding.refused();

        assertThat(flooding.rests()).as("a first refusal has no rest").hasSize(6);
    }
}
