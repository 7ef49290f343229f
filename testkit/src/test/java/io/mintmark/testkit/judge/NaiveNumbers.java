package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Event;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A judge of one counter's numbers that is as simple as can be: number by number, each tenure beside each other one.
 *
 * <p>What a process reserved between two returns of one end it may issue after the later one, and others may hold it.
 * Places are those of events in the history. Where a history drops its counter, nothing overlaps a drop and nothing
 * is given back.
 */
final class NaiveNumbers {
    private static final int NEVER = Integer.MAX_VALUE;

    private final List<Event> events = new ArrayList<>();
    private final Map<Long, Operation> ended = new HashMap<>();

    NaiveNumbers(History history) {
        history.replay(event -> {
            events.add(event);
            if (event instanceof Event.Ended) {
                ended.put(event.operation().number(), event.operation());
            }
        });
    }

    /** The time in which a process holds a number, by the shortest that is possible. */
    private static final class Tenure {
        final String process;
        final int from;
        final long life;
        int to = NEVER;
        int issuedAt = NEVER;
        boolean mayGoOn;

        Tenure(String process, int from, long life) {
            this.process = process;
            this.from = from;
            this.life = life;
        }
    }

    boolean holds() {
        return LongStream.rangeClosed(-1, 40).allMatch(this::holds);
    }

    private boolean holds(long number) {
        List<Tenure> tenures = new ArrayList<>();
        boolean hasRanges = events.stream().anyMatch(each -> each.operation().act() instanceof Act.Reserve);
        long life = 0;
        List<Long> issuedIn = new ArrayList<>();
        for (int place = 0; place < events.size(); place++) {
            Operation operation = events.get(place).operation();
            boolean begins = events.get(place) instanceof Event.Began;
            if (operation.act() instanceof Act.Drop && !begins) {
                life++;
            } else if (operation.act() instanceof Act.Reserve && !begins && has(operation.outcome(), number)) {
                tenures.add(new Tenure(operation.process(), place, life));
            } else if (operation.act() instanceof Act.Issue issue && issue.low() <= number && number <= issue.high()) {
                if (hasRanges ? !issue(tenures, operation, place) : issuedIn.contains(life)) {
                    return false;
                }
                issuedIn.add(life);
            } else if (operation.act() instanceof Act.GiveBack back
                    && begins
                    && back.last() < number
                    && number <= back.end()
                    && !(hasRanges
                            ? giveBack(tenures, operation, place)
                            : !issuedIn.contains(life) || !isTaken(operation))) {
                return false;
            }
        }
        return tenures.stream().allMatch(one -> tenures.stream().allMatch(other -> agree(one, other)));
    }

    private static boolean has(Outcome outcome, long number) {
        return outcome instanceof Outcome.Numbers range && range.low() <= number && number <= range.high();
    }

    private static boolean agree(Tenure one, Tenure other) {
        return one == other || one.life != other.life || one.to < other.from || other.to < one.from;
    }

    private static boolean issue(List<Tenure> tenures, Operation operation, int place) {
        Optional<Tenure> held = tenures.stream()
                .filter(each -> each.process.equals(operation.process()) && each.issuedAt == NEVER)
                .filter(each -> each.to == NEVER || each.mayGoOn)
                .min(Comparator.comparing(each -> !each.mayGoOn));
        held.ifPresent(each -> each.issuedAt = place);
        return held.isPresent();
    }

    private boolean isTaken(Operation begun) {
        Operation operation = ended.get(begun.number());
        return operation != null && operation.outcome().isOk();
    }

    /** Ends the tenure of the returner; a return that is taken must find no other one, and nothing issued. */
    private boolean giveBack(List<Tenure> tenures, Operation begun, int place) {
        if (!isPossible(begun)) {
            return true;
        }
        boolean isAgain = isAgain(begun, place);
        boolean isTakenFromAnother = false;
        for (Tenure each : tenures) {
            if (each.to == NEVER && (!each.process.equals(begun.process()) || each.issuedAt != NEVER)) {
                isTakenFromAnother |= isTaken(begun);
            } else if (each.to == NEVER) {
                each.to = place;
                each.mayGoOn = isAgain;
            }
        }
        return !isTakenFromAnother || tenures.stream().anyMatch(each -> each.mayGoOn);
    }

    /** Returns whether the process gave numbers up to the same end back before. */
    private boolean isAgain(Operation begun, int place) {
        long end = ((Act.GiveBack) begun.act()).end();
        return events.subList(0, place).stream()
                .filter(each -> each instanceof Event.Began && isPossible(each.operation()))
                .anyMatch(each -> each.operation().act() instanceof Act.GiveBack earlier
                        && earlier.end() == end
                        && earlier.last() < end
                        && each.operation().process().equals(begun.process()));
    }

    private boolean isPossible(Operation begun) {
        Operation operation = ended.get(begun.number());
        return operation == null || !(operation.outcome() instanceof Outcome.Failed);
    }
}
