package io.mintmark.server.storage.postgresql.claim;

import java.time.Duration;

/**
 * How claims live; the same for all nodes.
 *
 * @param beat how often a node says that it lives
 * @param lapse how long a claim lasts after that
 * @param patience how long a start waits for the claim of another to lapse
 */
public record ClaimTimes(Duration beat, Duration lapse, Duration patience) {
    /** A start outlasts one lapse, so that a server that was killed comes back under its tag. */
    public static final ClaimTimes DEFAULT =
            new ClaimTimes(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(15));
}
