package io.mintmark.storage.lease;

import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clients of one counter were told, number by number, and which answers that allows. Used by one thread. */
final class HolderModel {
    private final Map<Long, Grant> owners = new HashMap<>();
    private final List<Grant> grants = new ArrayList<>();
    private final Map<Passed, Long> floors = new EnumMap<>(Passed.class);
    private final Set<Long> gaps = new HashSet<>();
    private final Set<Long> below = new HashSet<>();
    private long highest;

    /** What moved the counter without a range. */
    enum Passed {
        RAISED,
        EDITED
    }

    /** A range that a client got. */
    static final class Grant {
        private final Lease lease;
        private final Holder holder;
        private final int node;
        private @Nullable Long returned;
        private boolean logged;
        private boolean mayBeLost;

        Grant(Lease lease, Holder holder, int node) {
            this.lease = lease;
            this.holder = holder;
            this.node = node;
        }

        Lease lease() {
            return lease;
        }

        int node() {
            return node;
        }

        /** Returns the last number that was used, if any was given back. */
        @Nullable Long givenBack() {
            return returned == null || returned == lease.high() ? null : returned;
        }
    }

    long highest() {
        return highest;
    }

    /** Takes note of a range; returns what is wrong with it. */
    List<String> granted(Grant grant, long lastMax) {
        List<String> wrong = new ArrayList<>();
        Lease lease = grant.lease;
        for (long number = lease.low(); number <= lease.high(); number++) {
            if (owners.put(number, grant) != null) {
                wrong.add(number + " was given out twice");
            }
            if (gaps.contains(number)) {
                wrong.add(number + " was called a gap and given out later");
            }
        }
        for (long number = lease.low() - 1; number > 0 && number <= lastMax && !owners.containsKey(number); number--) {
            below.add(number);
        }
        highest = Math.max(highest, lease.high());
        grants.add(grant);
        return wrong;
    }

    /** Returns the latest range of a node, or of all for a negative one. */
    @Nullable Grant latest(int node) {
        for (int i = grants.size() - 1; i >= 0; i--) {
            Grant grant = grants.get(i);
            if (node < 0 || grant.node == node) {
                return grant.returned == null ? grant : null;
            }
        }
        return null;
    }

    void returned(Grant grant, long last) {
        grant.returned = last;
        for (long number = last + 1; number <= grant.lease.high(); number++) {
            owners.remove(number);
        }
    }

    /** Takes note that nothing is given out any more up to {@code to}. */
    void raised(long to, Passed by) {
        floors.merge(by, to, Math::max);
        highest = Math.max(highest, to);
    }

    /** Takes note that a node wrote its log; of its latest range nothing is in it before it is closed. */
    void logged(int node, boolean closed) {
        Grant latest = closed ? null : latestOf(node);
        grants.stream().filter(grant -> grant.node == node && grant != latest).forEach(grant -> grant.logged = true);
    }

    private @Nullable Grant latestOf(int node) {
        return grants.stream()
                .filter(grant -> grant.node == node)
                .reduce((one, next) -> next)
                .orElse(null);
    }

    void killed(int node) {
        grants.stream().filter(grant -> grant.node == node && !grant.logged).forEach(grant -> grant.mayBeLost = true);
    }

    /** Returns what is wrong with the answer that node {@code asked} gave; empty if nothing is. */
    Optional<String> judge(long number, NumberAnswer answer, int asked) {
        Grant owner = owners.get(number);
        if (answer instanceof NumberAnswer.Held held) {
            return owner == null ? Optional.of("nobody has it") : judge(owner, held);
        }
        if (answer instanceof NumberAnswer.Reserved reserved) {
            return owner == null ? Optional.empty() : judge(owner, reserved, asked);
        }
        if (owner != null) {
            return Optional.of("somebody has it");
        }
        if (answer instanceof NumberAnswer.Gap gap) {
            gaps.add(number);
            return judge(number, gap.reason());
        }
        if (answer instanceof NumberAnswer.NotReserved) {
            long floor =
                    floors.values().stream().mapToLong(Long::longValue).max().orElse(0);
            return number <= floor ? Optional.of("the counter was moved up to " + floor) : Optional.empty();
        }
        return Optional.of("nothing was pruned");
    }

    private static Optional<String> judge(Grant owner, NumberAnswer.Held held) {
        boolean right = held.lease().equals(HolderSchedule.range(owner.lease))
                && held.node().equals(owner.lease.node())
                && held.holder().equals(owner.holder)
                && millis(held.at()).equals(millis(owner.lease.reservedAt()))
                && Objects.equals(held.returned(), owner.givenBack())
                && held.restored() == null;
        return right ? Optional.empty() : Optional.of("it is " + owner.lease + " of " + owner.holder);
    }

    private static Instant millis(Instant at) {
        return at.truncatedTo(ChronoUnit.MILLIS);
    }

    private static Optional<String> judge(Grant owner, NumberAnswer.Reserved reserved, int asked) {
        Instant at = owner.lease.reservedAt();
        Instant until = reserved.until();
        if (!reserved.node().equals(owner.lease.node())) {
            return Optional.of("node " + owner.lease.node() + " gave it out");
        }
        if (reserved.from().isAfter(at) || (until != null && until.isBefore(millis(at)))) {
            return Optional.of("it was given out at " + at);
        }
        boolean mayBeUnknown = owner.mayBeLost || (asked != owner.node && !owner.logged);
        return mayBeUnknown && reserved.why() == NumberAnswer.Why.NOT_LOGGED
                ? Optional.empty()
                : Optional.of("it is known who has it");
    }

    private Optional<String> judge(long number, NumberAnswer.Reason reason) {
        boolean right = switch (reason) {
            case RAISED -> number <= floors.getOrDefault(Passed.RAISED, 0L);
            case EDITED -> number <= floors.getOrDefault(Passed.EDITED, 0L);
            case CLIENT_AHEAD -> below.contains(number);
            case LEFT_OVER, NOT_TAKEN_BACK -> true;
            case UNKNOWN -> false;
        };
        return right ? Optional.empty() : Optional.of("that is not why");
    }
}
