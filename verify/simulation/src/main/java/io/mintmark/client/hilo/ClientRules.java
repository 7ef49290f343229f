package io.mintmark.client.hilo;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.range.Range;
import java.net.URI;

/** The rules of our client for one counter, with its messages left out. Used by one thread. */
public final class ClientRules {
    private static final URI NODE = URI.create("http://node/");

    private final HeldRanges held = new HeldRanges();
    private final OlderCopyDetector olderCopies;
    private OlderCopyDetector.Seen before;
    private HeldRanges.Reached asked;

    /** Shares {@code olderCopies} with the other counters of its client. */
    public ClientRules(OlderCopyDetector olderCopies) {
        this.olderCopies = olderCopies;
        this.before = olderCopies.seen();
        this.asked = held.reached();
    }

    /** Returns the {@code lastMax} of a request that is sent now. */
    public long ask() {
        before = olderCopies.seen();
        asked = held.reached();
        return asked.lastMax();
    }

    /** Returns whether a range that answers the last request may be used. */
    public boolean accept(long low, long high, String life, String tag, long serial) {
        DatabaseLife told = DatabaseLife.parse(life).orElse(null);
        NextRange next =
                new NextRange(new Range(low, high, "c/", tag, serial), high - low + 1, "", new RangeOrigin(NODE, told));
        try {
            HeldRanges.requireAbove(asked, next);
            olderCopies.accept(before, NODE, told, next.lineOfSerials(), serial);
            held.add(next, asked);
            return true;
        } catch (MintmarkClientException refused) {
            return false;
        }
    }

    /** Returns whether a range may be given back. */
    public boolean mayGiveBack(String life) {
        return DatabaseLife.parse(life).filter(olderCopies::isCurrent).isPresent();
    }

    /** Takes note that a return was accepted. */
    public void givenBack(long low, long high, long serial, long lastIssued) {
        held.givenBack(new Range(low, high, "c/", "", serial), lastIssued);
    }
}
