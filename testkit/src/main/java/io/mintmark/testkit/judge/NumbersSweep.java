package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Event;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import io.mintmark.testkit.judge.Spans.Piece;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The second reading of a history of numbers.
 *
 * <p>A range counts as held from the completion of its reservation to the invocation of its return, the shortest time
 * that is possible: two processes whose times overlap held the numbers at once, whenever within their operations the
 * system acted.
 */
final class NumbersSweep {
    private final NumbersSurvey survey;
    private final long ceiling;
    private final Sink sink;
    private final Map<String, CounterLives> counters = new HashMap<>();
    private final Map<String, Integer> processes = new HashMap<>();
    /** Where reservations began among the lives of their counter, by number of the operation. */
    private final Map<Long, CounterLives.Moment> begun = new HashMap<>();
    /** What a return may not give back, if it is taken. */
    private final Map<Long, List<Piece>> doubtful = new HashMap<>();

    private long ranges;
    private long numbers;

    /** Takes what contradicts. */
    @FunctionalInterface
    interface Sink {
        void found(Rule rule, Piece piece, Operation operation);
    }

    NumbersSweep(NumbersSurvey survey, long ceiling, Sink sink) {
        this.survey = survey;
        this.ceiling = ceiling;
        this.sink = sink;
    }

    void read(Event event) {
        Operation operation = event.operation();
        if (event instanceof Event.Began) {
            began(operation);
        } else if (operation.act() instanceof Act.Issue issue) {
            issued(operation, issue);
        } else {
            ended(operation);
        }
    }

    private void began(Operation operation) {
        if (operation.act() instanceof Act.Reserve) {
            begun.put(operation.number(), lives(operation).now());
        } else if (operation.act() instanceof Act.GiveBack back && !survey.isFailed(operation)) {
            List<Piece> others = back.last() == back.end()
                    ? List.of()
                    : lives(operation).giveBack(back.last() + 1, back.end(), holder(operation));
            if (!others.isEmpty()) {
                doubtful.put(operation.number(), others);
            }
        } else if (operation.act() instanceof Act.Drop && !survey.isFailed(operation)) {
            lives(operation).dropBegins();
        }
    }

    private void ended(Operation operation) {
        if (operation.act() instanceof Act.Reserve) {
            CounterLives.Moment moment = begun.remove(operation.number());
            if (moment != null && operation.outcome() instanceof Outcome.Numbers range) {
                reserved(operation, range, moment);
            }
        } else if (operation.act() instanceof Act.GiveBack) {
            List<Piece> others = doubtful.remove(operation.number());
            if (others != null && operation.outcome().isOk()) {
                others.forEach(piece -> sink.found(
                        piece.holder() == Spans.ISSUED ? Rule.RETURNED_THOUGH_ISSUED : Rule.RETURNED_THOUGH_HELD,
                        piece,
                        operation));
            }
        } else if (operation.act() instanceof Act.Drop && operation.outcome().isOk()) {
            lives(operation).dropEnds();
        }
    }

    private void reserved(Operation operation, Outcome.Numbers range, CounterLives.Moment moment) {
        ranges++;
        checkCeiling(operation, range.low(), range.high());
        int process = holder(operation);
        boolean isAnybodys = !survey.needsHolders(operation.act().name());
        List<Piece> taken =
                lives(operation).reserve(moment, range.low(), range.high(), isAnybodys ? Spans.ANYBODY : process);
        Piece.joined(taken).forEach(piece -> sink.found(Rule.RANGES_OVERLAP, piece, operation));
    }

    private void issued(Operation operation, Act.Issue issue) {
        numbers += issue.high() - issue.low() + 1;
        checkCeiling(operation, issue.low(), issue.high());
        CounterLives lives = lives(operation);
        int process = holder(operation);
        List<Piece> wrong = survey.hasRanges(issue.name())
                ? lives.issueCovered(issue.low(), issue.high(), process)
                : lives.issue(issue.low(), issue.high());
        wrong.forEach(piece -> sink.found(rule(piece.holder()), piece, operation));
    }

    private static Rule rule(int holder) {
        if (holder == Spans.ISSUED) {
            return Rule.ISSUED_TWICE;
        }
        return holder == Spans.FREE ? Rule.NOT_COVERED : Rule.RANGE_OF_ANOTHER;
    }

    private void checkCeiling(Operation operation, long low, long high) {
        if (high > ceiling) {
            sink.found(Rule.ABOVE_CEILING, new Piece(Math.max(low, ceiling + 1), high, Spans.FREE), operation);
        }
    }

    private CounterLives lives(Operation operation) {
        return counters.computeIfAbsent(operation.act().name(), any -> new CounterLives());
    }

    private int holder(Operation operation) {
        return processes.computeIfAbsent(operation.process(), any -> processes.size() + 1);
    }

    String judged() {
        return String.format(
                Locale.ROOT,
                "numbers: %,d ranges and %,d issued numbers of %,d counters and %,d processes",
                ranges,
                numbers,
                counters.size(),
                processes.size());
    }

    void unseen(Findings findings) {
        long held = Spans.sum(counters.values().stream().map(CounterLives::heldCount));
        long uncertain = counters.values().stream()
                .mapToLong(CounterLives::uncertainCount)
                .sum();
        findings.unseen(held, "reserved numbers that nobody reported as issued or given back");
        findings.unseen(uncertain, "ranges and runs while a counter was dropped, of either life");
    }

    /** Returns how many intervals are in memory. */
    int size() {
        return counters.values().stream().mapToInt(CounterLives::size).sum();
    }
}
