package io.mintmark.simulation.client;

import io.mintmark.client.hilo.ClientRules;
import io.mintmark.counter.LeaseToken;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a client has of one counter: the range it issues from, and what it tells with its next request. */
final class HeldRange {
    final int name;
    final int counter;
    /** Null in an official client. */
    final @Nullable ClientRules ours;

    int era;
    long low = 1;
    long high;
    long next = 1;
    long lastMax;
    long lastSize = 32;

    @Nullable Instant lastRangeAt;

    @Nullable LeaseToken token;

    String life = "";

    /** The tag of the node that gave it. */
    String tag = "";

    HeldRange(int name, int counter, @Nullable ClientRules ours) {
        this.name = name;
        this.counter = counter;
        this.ours = ours;
    }

    long left() {
        return high - next + 1;
    }

    /** Issues nothing from the range any more. */
    void giveUp() {
        next = high + 1;
    }
}
