package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Versions that directly follow each other, so that no other version comes between them; most chains hold one.
 *
 * <p>One chain must come before another if something in it was complete before something in the other one began. As
 * each chain is in one piece, two chains that must both come first contradict each other, and if no two do, there is
 * an order of all of them: among chains that wait for each other in a circle, the one that was complete first and its
 * predecessor are such a pair.
 */
final class VersionChain {
    final List<Version> versions = new ArrayList<>();
    final @Nullable Operation firstEnded;

    final @Nullable Operation lastBegun;

    VersionChain(Version head) {
        Operation first = null;
        Operation last = null;
        for (Version each = head; each != null; each = each.next) {
            versions.add(each);
            first = earlierEnd(first, each.firstEnded());
            last = laterBegin(last, each.lastBegun());
        }
        this.firstEnded = first;
        this.lastBegun = last;
    }

    static @Nullable Operation earlierEnd(@Nullable Operation one, @Nullable Operation other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.ended() < one.ended() ? other : one;
    }

    private static @Nullable Operation laterBegin(@Nullable Operation one, @Nullable Operation other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.began() > one.began() ? other : one;
    }

    /** Two operations that contradict their order: the first one was complete before the second one began. */
    record Contradiction(Version later, Operation ended, Version earlier, Operation begun) {}

    /** Returns what found or made a version of this chain after a later one had certainly been there, or null. */
    @Nullable Contradiction contradiction() {
        Operation ended = null;
        Version later = null;
        for (int i = versions.size() - 1; i >= 0; i--) {
            Version version = versions.get(i);
            Operation begun = version.lastBegun();
            if (ended != null && later != null && begun != null && ended.precedes(begun)) {
                return new Contradiction(later, ended, version, begun);
            }
            Operation first = earlierEnd(ended, version.firstEnded());
            if (first != ended) {
                ended = first;
                later = version;
            }
        }
        return null;
    }
}
