package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two addresses, whose elements usually cost 100, and one permit of each that waits; the first came first. */
class WaitingPermitsTest {
    private static final int USUAL = 100;

    private final PermitQueue queue = new PermitQueue(
            new PermitQueue.Bounds(1, 1, 1, Long.MAX_VALUE), () -> 17, Runnable::run, new AdmissionCounts());
    private final WaitingPermits line = new WaitingPermits();
    private final InetAddress first = address("192.0.2.1");
    private final InetAddress second = address("192.0.2.2");

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private Permit permit(InetAddress party) {
        return new Permit(queue, party, working -> {}, () -> {}, 17);
    }

    @BeforeEach
    void begin() {
        line.learn(permit(first), USUAL);
        line.learn(permit(second), USUAL);
        line.add(permit(first), false);
        line.add(permit(second), false);
    }

    private InetAddress next() {
        return Objects.requireNonNull(line.next(any -> true)).party();
    }

    @Test
    void shouldChargeNothingForWhatBeganWhileNobodyWaitedAndCostAsUsual() {
        line.learn(permit(first), USUAL);

        assertThat(next()).isEqualTo(first);
    }

    @Test
    void shouldChargeWhatItCostBeyondTheUsual() {
        line.learn(permit(first), 3 * USUAL);

        assertThat(next()).isEqualTo(second);
    }

    @Test
    void shouldChargeAtOnceWhatIsExpectedOfAPermitThatBeginsWhileOthersWait() {
        Permit begun = permit(first);
        line.expect(begun);

        assertThat(next()).isEqualTo(second);
    }

    @Test
    void shouldGiveBackWhatAPermitDidNotCost() {
        Permit begun = permit(first);
        line.expect(begun);
        line.learn(begun, 0);

        assertThat(next()).isEqualTo(first);
    }
}
