package io.mintmark.cotenancy;

import io.mintmark.jdbc.CounterDescription;
import java.util.ArrayList;
import java.util.List;

/** Our two programs, together with somebody else's. */
final class OurTenants {
    private OurTenants() {}

    /** Runs the peers and both of ours, which count as {@code counter} says, all of them from the first number on. */
    static LiveRun.Outcome beside(Place place, CounterDescription counter, Tally tally, Tenant... peers) {
        return run(place, counter, tally, peers);
    }

    /**
     * The same, but each peer issued a number before the next one began, and before we look at the counter: for rules
     * whose own cold start is unsafe, and for wrong rules, which have no numbers at the beginning of some counters.
     */
    static LiveRun.Outcome besideStarted(Place place, CounterDescription counter, Tally tally, Tenant... peers) {
        for (Tenant peer : peers) {
            peer.issue(number -> {});
        }
        return run(place, counter, tally, peers);
    }

    private static LiveRun.Outcome run(Place place, CounterDescription counter, Tally tally, Tenant... peers) {
        List<Tenant> tenants = new ArrayList<>(List.of(peers));
        tenants.add(new OurReservations(place, counter, tally.seed()));
        tenants.add(new OurGenerator(place, counter, tally.seed()));
        try {
            return new LiveRun(tenants, tally.seed()).run(tally.ids());
        } finally {
            tenants.forEach(Tenant::close);
        }
    }
}
