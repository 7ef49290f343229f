package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.script.Script;
import java.nio.ByteBuffer;

/** A client that follows a {@link Script}, and comes back whenever it is thrown out. */
final class HostilePeer extends Peer {
    private static final int DEAF_BYTES = 4_096;

    /** Only the swarm's thread uses it. */
    private static long numbers = 1;

    private final Script script;
    private final Tally tally;
    private long openedNanos;
    private long drippedNanos;
    private long backNanos;

    HostilePeer(ServerAddress server, String from, Script script, Tally tally) {
        super(server, from, script.reads() ? 0 : DEAF_BYTES, script.reads());
        this.script = script;
        this.tally = tally;
        this.backNanos = System.nanoTime();
    }

    @Override
    boolean isEncrypted() {
        return !script.raw();
    }

    boolean wantsBack(long nowNanos) {
        return nowNanos >= backNanos;
    }

    @Override
    void connected(long nowNanos) {
        openedNanos = nowNanos;
        drippedNanos = nowNanos;
        tally.opened();
        if (script.opening().length > 0) {
            send(script.opening(numbers++));
        }
    }

    @Override
    void received(ByteBuffer bytes, long nowNanos) {
        // No answer changes its mind.
    }

    @Override
    void closed(long nowNanos) {
        tally.ended(openedNanos == 0 ? 0 : nowNanos - openedNanos);
        goUntil(nowNanos + script.returnMillis() * 1_000_000);
    }

    @Override
    void tick(long nowNanos) {
        if (!isOpen() || openedNanos == 0) {
            return;
        }
        if (script.leaveMillis() > 0 && nowNanos - openedNanos > script.leaveMillis() * 1_000_000) {
            close();
            tally.survived(nowNanos - openedNanos);
            goUntil(nowNanos + script.returnMillis() * 1_000_000);
        } else if (script.dripMillis() > 0
                && hasSentAll()
                && nowNanos - drippedNanos > script.dripMillis() * 1_000_000) {
            drippedNanos = nowNanos;
            send(script.drip());
        }
    }

    private void goUntil(long nanos) {
        openedNanos = 0;
        backNanos = nanos;
    }

    /** Counts the life of a connection that the server has not ended when the attack does. */
    void endOfAttack(long nowNanos) {
        if (openedNanos != 0) {
            tally.survived(nowNanos - openedNanos);
        }
    }

    /** Fate of all clients of one kind. */
    static final class Tally {
        private long opened;
        private long ended;
        private long longestNanos;

        void opened() {
            opened++;
        }

        void ended(long lifeNanos) {
            ended++;
            longestNanos = Math.max(longestNanos, lifeNanos);
        }

        void survived(long lifeNanos) {
            longestNanos = Math.max(longestNanos, lifeNanos);
        }

        Fate fate() {
            return new Fate(opened, ended, longestNanos);
        }
    }

    /**
     * What became of all clients of one kind.
     *
     * @param opened connections that they made
     * @param ended those that the server ended
     * @param longestNanos the longest time that it put up with one of them
     */
    record Fate(long opened, long ended, long longestNanos) {}
}
