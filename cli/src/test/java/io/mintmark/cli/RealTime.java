package io.mintmark.cli;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** Time that passes by the clock of this machine: processes of their own have no ticker that a test could move. */
final class RealTime {
    private RealTime() {}

    /** Returns once so much time has passed; not at all after an interrupt. */
    static void pass(Duration time) {
        await().pollInSameThread().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
    }
}
