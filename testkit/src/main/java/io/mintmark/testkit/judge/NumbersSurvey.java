package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The first reading of a history of numbers: what was recorded of each counter at all, and which returns and drops
 * failed for certain, so that the second one knows it when they begin.
 */
final class NumbersSurvey {
    private final Map<String, Recorded> counters = new TreeMap<>();
    private final Set<Long> failed = new HashSet<>();
    private long unknownReservations;
    private long unknownReturns;
    private long unknownDrops;

    /** What was recorded of one counter. */
    private static final class Recorded {
        boolean hasRanges;
        boolean hasIssued;
        boolean hasReturns;
    }

    private NumbersSurvey() {}

    static NumbersSurvey of(History history) {
        NumbersSurvey survey = new NumbersSurvey();
        history.forEachOperation(survey::look);
        return survey;
    }

    private void look(Operation operation) {
        boolean isUnknown = operation.outcome() instanceof Outcome.Unknown;
        if (operation.act() instanceof Act.Reserve) {
            recorded(operation).hasRanges = true;
            unknownReservations += isUnknown ? 1 : 0;
        } else if (operation.act() instanceof Act.Issue) {
            recorded(operation).hasIssued = true;
        } else if (operation.act() instanceof Act.GiveBack) {
            recorded(operation).hasReturns = true;
            unknownReturns += isUnknown ? 1 : 0;
            noteFailure(operation);
        } else if (operation.act() instanceof Act.Drop) {
            unknownDrops += isUnknown ? 1 : 0;
            noteFailure(operation);
        }
    }

    private Recorded recorded(Operation operation) {
        return counters.computeIfAbsent(operation.act().name(), any -> new Recorded());
    }

    private void noteFailure(Operation operation) {
        if (operation.outcome() instanceof Outcome.Failed) {
            failed.add(operation.number());
        }
    }

    boolean isFailed(Operation operation) {
        return failed.contains(operation.number());
    }

    /** Returns whether numbers must be covered by ranges. */
    boolean hasRanges(String counter) {
        Recorded recorded = counters.get(counter);
        return recorded != null && recorded.hasRanges;
    }

    /** Returns whether it matters which process holds a range. */
    boolean needsHolders(String counter) {
        Recorded recorded = counters.get(counter);
        return recorded != null && (recorded.hasIssued || recorded.hasReturns);
    }

    void unseen(Findings findings) {
        findings.unseen(unknownReservations, "reservations of unknown outcome, whose ranges nobody knows");
        findings.unseen(unknownReturns, "returns of unknown outcome, whose numbers others may have");
        findings.unseen(unknownDrops, "drops of unknown outcome, after which no life is certain");
        findings.unseenSpellings("counters", counters.keySet());
        counters.forEach((counter, recorded) -> {
            if (!recorded.hasRanges) {
                findings.unseen(1, "counter without a recorded range, so that none covers its numbers: " + counter);
            } else if (!recorded.hasIssued) {
                findings.unseen(1, "counter without issued numbers: " + counter);
            }
        });
    }
}
