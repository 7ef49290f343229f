package io.mintmark.cassandra;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Reservation;
import io.mintmark.range.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What one compare-and-set does for all that wait: one state of the row to begin with, one to end with, and an answer
 * for each caller.
 *
 * <p>Made by going through the operations in the order in which they came, each beginning with the state that the one
 * before left, as if each had a compare-and-set of its own. Each that changes the row raises the serial by 1; a range's
 * token is the serial that its reservation left. Changes nothing outside until {@link #settle}, which is called once
 * the row is known to have been {@link #begin} and, if the plan changes it, to have become {@link #end}. Used by one
 * thread at a time.
 */
final class Plan {
    private final String counter;
    private final RowState begin;
    private final UUID request;
    private final HeldRanges held;
    private final List<Runnable> answers = new ArrayList<>();
    private RowState end;

    private Plan(String counter, RowState begin, HeldRanges held, UUID request) {
        this.counter = counter;
        this.begin = begin;
        this.end = begin;
        this.held = held;
        this.request = request;
    }

    /**
     * Plans one request.
     *
     * @param counter what messages call the counter
     * @param held what this process holds; copied
     * @param request the name of the request, which no other one has
     */
    static Plan of(String counter, RowState begin, HeldRanges held, List<Operation<?>> operations, UUID request) {
        Plan plan = new Plan(counter, begin, held.copy(), request);
        if (plan.wentBack()) {
            plan.held.forgetReturns();
        }
        operations.forEach(plan::add);
        return plan;
    }

    RowState begin() {
        return begin;
    }

    RowState end() {
        return end;
    }

    /** Returns whether the row is to be changed; otherwise the answers hold if the row is what it begins with. */
    boolean changes() {
        return !end.equals(begin);
    }

    /** Answers everybody, and returns what this process holds from now on. */
    HeldRanges settle() {
        answers.forEach(Runnable::run);
        return held;
    }

    private void add(Operation<?> operation) {
        if (operation instanceof Operation.Reserve reserve) {
            reserve(reserve);
        } else if (operation instanceof Operation.GiveBack giveBack) {
            giveBack(giveBack);
        } else if (operation instanceof Operation.Raise raise) {
            raise(raise);
        }
    }

    private void reserve(Operation.Reserve asked) {
        if (wentBack()) {
            RuntimeException back = CounterTexts.wentBack(counter, end.max(), held.highest());
            answers.add(() -> asked.answer().completeExceptionally(back));
            return;
        }
        try {
            int size = (int) Math.min(asked.size(), Integer.MAX_VALUE);
            Reservation next = Reservation.of(end.max(), 0, size, asked.ceiling());
            RowState before = end;
            move(next.high());
            Range range = new Range(next.low(), next.high(), "", "", end.serial());
            held.opened(range, before, end);
            answers.add(() -> asked.answer().complete(range));
        } catch (ExhaustedException e) {
            answers.add(() -> asked.answer().completeExceptionally(e));
        }
    }

    private void giveBack(Operation.GiveBack asked) {
        boolean taken = held.mayReturn(asked.range(), asked.lastIssued(), end);
        if (taken) {
            move(asked.lastIssued());
            held.closed(asked.range(), asked.lastIssued(), end);
        } else {
            held.release(asked.range(), asked.lastIssued());
        }
        answers.add(() -> asked.answer().complete(taken));
    }

    private void raise(Operation.Raise asked) {
        if (asked.atLeast() > asked.ceiling()) {
            RuntimeException beyond = CounterTexts.beyondItsCeiling(counter, asked.atLeast(), asked.ceiling());
            answers.add(() -> asked.answer().completeExceptionally(beyond));
            return;
        }
        if (asked.atLeast() > end.max()) {
            move(asked.atLeast());
        }
        long standing = end.max();
        answers.add(() -> asked.answer().complete(standing));
    }

    private void move(long max) {
        end = new RowState(max, end.serial() + 1, request);
    }

    private boolean wentBack() {
        return end.max() < held.highest();
    }
}
