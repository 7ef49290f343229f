package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Judges numbers by intervals, in each life of their counter: reserved ranges, issued numbers and returns.
 *
 * <p>A process may issue what a range that it reserved covers, until it gives it back; from the invocation of the
 * return on, others may reserve it. A number is reserved and issued once in each life. Where no range of a counter was
 * recorded, its issued numbers are only compared with each other.
 *
 * <p>A range that overlaps a drop may belong to either life: it may lie over any other one, and its process issues each
 * of its numbers once. Other operations that overlap a drop are held against nobody. What a process reserved between
 * two returns of one end and did not issue may be anybody's: the later return may be the earlier one, sent again.
 *
 * <p>Memory goes with how scattered the numbers are: neighbours of one holder, and issued neighbours, are one
 * interval. Each return adds an entry. The history is read twice, and once more to name operations. Immutable.
 */
public final class NumbersJudge implements Judge {
    private static final NumbersJudge DEFAULT = new NumbersJudge(Long.MAX_VALUE);

    private final long ceiling;

    private NumbersJudge(long ceiling) {
        this.ceiling = ceiling;
    }

    /** Returns a judge with the ceiling {@link Long#MAX_VALUE}. */
    public static NumbersJudge create() {
        return DEFAULT;
    }

    /** Returns a judge that allows no number above {@code ceiling}. */
    public NumbersJudge ceiling(long ceiling) {
        return new NumbersJudge(ceiling);
    }

    @Override
    public Verdict judge(History history) {
        NumbersSurvey survey = NumbersSurvey.of(history);
        Findings findings = new Findings();
        NumbersSweep sweep = new NumbersSweep(
                survey,
                ceiling,
                (rule, piece, operation) -> findings.add(rule, what(rule, piece, operation), shows(piece, operation)));
        boolean isWhole = history.replay(sweep::read);
        survey.unseen(findings);
        sweep.unseen(findings);
        findings.unseenEnd(isWhole);
        // Runs are written when they end.
        findings.unseenTorn(isWhole, "issued numbers that had not been written where the recording is torn");
        Verdict verdict = findings.verdict(sweep.judged(), history);
        return new Verdict(
                verdict.judged(),
                verdict.violationCount(),
                verdict.violations().stream().map(NumbersJudge::refined).toList(),
                verdict.unseen());
    }

    private static String what(Rule rule, Spans.Piece piece, Operation operation) {
        String subject = piece.low() == piece.high() ? "number " : "numbers ";
        return operation.act().name() + ", " + subject + piece + " " + text(rule, operation);
    }

    private static String text(Rule rule, Operation operation) {
        return switch (rule) {
            case RANGES_OVERLAP -> "reserved while held or issued";
            case ABOVE_CEILING -> "above the ceiling";
            case ISSUED_TWICE -> "issued twice";
            case RANGE_OF_ANOTHER -> "issued by " + operation.process() + " from the range of another process";
            case RETURNED_THOUGH_ISSUED -> "given back after they were issued";
            case RETURNED_THOUGH_HELD -> "given back by " + operation.process() + " while another process holds them";
            default -> "issued by " + operation.process() + ", which holds no range that covers them";
        };
    }

    /**
     * Returns what recognises operations on the piece's first number, up to the one that contradicts. It is asked in
     * the order of the history, where runs of issued numbers stand behind what began after them.
     */
    private static Predicate<Operation> shows(Spans.Piece piece, Operation contradicting) {
        String name = contradicting.act().name();
        AtomicBoolean isOver = new AtomicBoolean();
        return operation -> {
            boolean isIt = operation.number() == contradicting.number();
            boolean isLater = isOver.get() && operation.began() > contradicting.ended();
            isOver.compareAndSet(false, isIt);
            return isIt || operation.act().name().equals(name) && !isLater && concerns(operation, piece.low());
        };
    }

    private static boolean concerns(Operation operation, long number) {
        if (operation.act() instanceof Act.Issue issue) {
            return issue.low() <= number && number <= issue.high();
        } else if (operation.act() instanceof Act.GiveBack back) {
            return back.last() < number && number <= back.end() && !(operation.outcome() instanceof Outcome.Failed);
        } else if (operation.act() instanceof Act.Reserve && operation.outcome() instanceof Outcome.Numbers range) {
            return range.low() <= number && number <= range.high();
        }
        return operation.act() instanceof Act.Drop && operation.outcome().isOk();
    }

    /** Says more exactly what the operations show, which the sweep has forgotten. */
    private static Violation refined(Violation violation) {
        List<Operation> operations = violation.operations();
        Rule rule = violation.rule();
        if (rule == Rule.RANGES_OVERLAP && isRangeTwice(operations)) {
            rule = Rule.RANGE_TWICE;
        } else if ((rule == Rule.NOT_COVERED || rule == Rule.RANGE_OF_ANOTHER) && isGivenBack(operations)) {
            rule = Rule.ISSUED_AFTER_RETURN;
        }
        return new Violation(rule, violation.what(), operations);
    }

    /** Returns whether the last life shows two reservations of one range. */
    private static boolean isRangeTwice(List<Operation> operations) {
        Set<Outcome> ranges = new HashSet<>();
        boolean isTwice = false;
        for (Operation each : operations) {
            if (each.act() instanceof Act.Drop) {
                ranges.clear();
            }
            isTwice |= each.act() instanceof Act.Reserve && !ranges.add(each.outcome());
        }
        return isTwice;
    }

    private static boolean isGivenBack(List<Operation> operations) {
        return operations.stream()
                .filter(each -> each.act() instanceof Act.Issue)
                .anyMatch(issue -> operations.stream()
                        .anyMatch(back -> back.act() instanceof Act.GiveBack
                                && back.process().equals(issue.process())
                                && back.began() <= issue.ended()));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "NumbersJudge up to %d", ceiling);
    }
}
