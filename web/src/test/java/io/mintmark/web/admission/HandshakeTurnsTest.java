package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Steps of handshakes: few at a time, address by address, and never more waiting than there may be connections. */
class HandshakeTurnsTest {
    private static final InetSocketAddress GREEDY = new InetSocketAddress("192.0.2.1", 1000);
    private static final InetSocketAddress OTHER = new InetSocketAddress("192.0.2.2", 1000);

    private final AtomicLong now = new AtomicLong();
    private final AdmissionCounts counts = new AdmissionCounts();
    private final List<String> done = new ArrayList<>();
    private final AdmissionControl admission = new AdmissionControl(
            LimitsBuilder.load().connections(4, 4).head(Duration.ofSeconds(10)).build(),
            Runnable::run,
            now::get,
            counts,
            bytes -> new IllegalStateException("no memory is asked for"));

    private void enter(InetSocketAddress from, String name) {
        admission.beginHandshake(from, () -> finish(name), () -> done.add(name + " refused"));
    }

    private void finish(String name) {
        done.add(name);
        now.addAndGet(1_000_000);
    }

    /** Takes all places, one step within the other, then runs {@code meanwhile}; each step lasts a millisecond. */
    private void whileAllPlacesAreTaken(Runnable meanwhile) {
        take(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), meanwhile);
    }

    private void take(int places, Runnable meanwhile) {
        admission.beginHandshake(
                GREEDY,
                () -> {
                    if (places > 1) {
                        take(places - 1, meanwhile);
                    } else {
                        meanwhile.run();
                    }
                    now.addAndGet(1_000_000);
                },
                () -> done.add("no place"));
    }

    @Test
    void shouldLetAnotherAddressGoFirst() {
        whileAllPlacesAreTaken(() -> {
            enter(GREEDY, "greedy 1");
            enter(GREEDY, "greedy 2");
            enter(OTHER, "other");
            assertThat(done).as("all places are taken").isEmpty();
        });

        assertThat(done).containsExactly("other", "greedy 1", "greedy 2");
    }

    @Test
    void shouldRefuseWhatIsMoreThanAnAddressMayLetWait() {
        whileAllPlacesAreTaken(() -> {
            enter(GREEDY, "greedy 1");
            enter(GREEDY, "greedy 2");
            enter(GREEDY, "greedy 3");
            assertThat(done).containsExactly("greedy 3 refused");
            enter(OTHER, "other");
        });

        assertThat(done).containsExactly("greedy 3 refused", "other", "greedy 1", "greedy 2");
        assertThat(counts.handshakesRefused()).isEqualTo(1);
        assertThat(counts.shedFull()).as("no request was shed").isZero();
    }

    @Test
    void shouldRefuseAStepThatWaitedAsLongAsAHeadMayTake() {
        whileAllPlacesAreTaken(() -> {
            enter(OTHER, "late");
            now.addAndGet(Duration.ofSeconds(11).toNanos());
            enter(OTHER, "in time");
        });

        assertThat(done).containsExactly("late refused", "in time");
        assertThat(counts.handshakesRefused()).isEqualTo(1);
    }

    @Test
    void shouldGoOnWithWhatItsAddressBegan() {
        whileAllPlacesAreTaken(() -> {
            enter(GREEDY, "greedy 1");
            enter(OTHER, "other 1");
            admission.goOnWithHandshake(OTHER, () -> finish("other goes on"), () -> done.add("refused"));
            assertThat(done).isEmpty();
        });

        assertThat(done).startsWith("other goes on").hasSize(3);
    }

    @Test
    void shouldLetAnAddressWaitWhoseHandshakesNoRequestFollowed() {
        AdmissionControl wide = new AdmissionControl(
                LimitsBuilder.load().connections(40, 40).build(),
                Runnable::run,
                now::get,
                counts,
                bytes -> new IllegalStateException("no memory is asked for"));
        int places = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        hold(wide, places, () -> {
            for (int i = 0; i < 8; i++) {
                wide.beginHandshake(GREEDY, () -> waste(wide), () -> done.add("refused"));
                wide.beginHandshake(OTHER, () -> finish("other"), () -> done.add("refused"));
            }
        });

        // They would take turns otherwise.
        assertThat(done.subList(0, 10)).filteredOn("other"::equals).hasSize(8);
        assertThat(done).hasSize(16);
    }

    private void hold(AdmissionControl control, int places, Runnable meanwhile) {
        control.beginHandshake(
                new InetSocketAddress("192.0.2.3", 1000),
                () -> {
                    if (places > 1) {
                        hold(control, places - 1, meanwhile);
                    } else {
                        meanwhile.run();
                    }
                    now.addAndGet(1_000_000);
                },
                () -> done.add("no place"));
    }

    private void waste(AdmissionControl control) {
        finish("greedy");
        control.handshakeWasted(GREEDY);
    }
}
