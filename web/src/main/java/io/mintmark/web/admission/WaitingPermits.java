package io.mintmark.web.admission;

import io.mintmark.support.FairQueue;
import io.mintmark.support.FairShare;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The line of a {@link PermitQueue}: permits that wait, in the order in which their addresses deserve them, and what
 * each address had so far. Not thread-safe: its queue's lock guards it.
 */
final class WaitingPermits {
    private final FairQueue<InetAddress, Permit> queue = new FairQueue<>();
    /** How many go on with something begun. */
    private int goingOn;

    /** Lets {@code permit} wait, before all others of its address or after them. */
    void add(Permit permit, boolean first) {
        if (first) {
            queue.addFirst(permit.party(), permit);
        } else {
            queue.add(permit.party(), permit);
        }
        goingOn += permit.canBeRefused() ? 0 : 1;
    }

    /** Returns whether one more of {@code party} may wait where at most {@code waitingMax} do. */
    boolean hasRoomFor(InetAddress party, int waitingMax) {
        // What has begun takes no room from what wants to begin, or a few hundred streams would have everybody refused.
        return FairShare.isFair(queue.sizeOf(party), 1, waitingMax - (queue.size() - goingOn));
    }

    /** Removes and returns the next permit of the first address that {@code mayBegin}; null if there is none. */
    @Nullable Permit next(Predicate<InetAddress> mayBegin) {
        Permit permit = queue.poll(mayBegin);
        if (permit != null && !permit.canBeRefused()) {
            goingOn--;
        }
        return permit;
    }

    /** Removes and returns the permits that have waited too long. */
    List<Permit> removeLate(long nowNanos, long waitNanosMax) {
        return queue.removeIf(permit -> permit.isLate(nowNanos, waitNanosMax));
    }

    /** Charges the expected cost, lest one address gets all places before any of its permits has ended. */
    void expect(Permit permit) {
        permit.expectedNanos = queue.usual(permit.party());
        queue.charge(permit.party(), permit.expectedNanos);
    }

    /**
     * Corrects what was expected of {@code permit}, which took {@code nanos}; what was not expected at all counts as
     * usual.
     */
    void learn(Permit permit, long nanos) {
        long expected = permit.expectedNanos == Permit.UNEXPECTED ? queue.usual(permit.party()) : permit.expectedNanos;
        queue.charge(permit.party(), nanos - expected);
        queue.learn(permit.party(), nanos);
    }

    /** Lets {@code party} wait as if it had had {@code times} elements more than it had. */
    void setBack(InetAddress party, int times) {
        queue.charge(party, times * queue.usual(party));
    }
}
