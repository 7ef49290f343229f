package io.mintmark.storage.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The order in which a node asks the engine about one counter: ranges side by side, and what moves the numbers that the
 * node owns (a reservation ahead, its return, a raise) alone. Nobody waits with a thread. Safe for any number of
 * threads.
 *
 * <p>A range that the engine reserved behind a reservation ahead would make the rest of that one a gap, and numbers
 * that go back behind a raise would undo it.
 */
final class CounterGate {
    private final Deque<Entrant> waiting = new ArrayDeque<>();
    private int sharing;
    private boolean alone;

    private record Entrant(boolean alone, Runnable work) {}

    /** Runs {@code work}, now or later, beside others that share; {@link #leave} must follow once. */
    void share(Runnable work) {
        enter(new Entrant(false, work));
    }

    /** Runs {@code work}, now or later, once all before it have left; nothing else runs until {@link #leave}. */
    void enterAlone(Runnable work) {
        enter(new Entrant(true, work));
    }

    private void enter(Entrant entrant) {
        if (isAdmitted(entrant)) {
            entrant.work().run();
        }
    }

    private synchronized boolean isAdmitted(Entrant entrant) {
        if (waiting.isEmpty() && admits(entrant)) {
            admit(entrant);
            return true;
        }
        waiting.add(entrant);
        return false;
    }

    private boolean admits(Entrant entrant) {
        return !alone && (!entrant.alone() || sharing == 0);
    }

    private void admit(Entrant entrant) {
        alone = entrant.alone();
        sharing += entrant.alone() ? 0 : 1;
    }

    /** Lets those in that waited for the one who leaves, and runs their work on this thread. */
    void leave() {
        next().forEach(entrant -> entrant.work().run());
    }

    private synchronized List<Entrant> next() {
        if (alone) {
            alone = false;
        } else {
            sharing--;
        }
        List<Entrant> admitted = new ArrayList<>();
        while (!waiting.isEmpty() && admits(waiting.element())) {
            Entrant entrant = waiting.remove();
            admit(entrant);
            admitted.add(entrant);
        }
        return admitted;
    }

    /** Returns whether nobody is in or waits. */
    synchronized boolean isEmpty() {
        return !alone && sharing == 0 && waiting.isEmpty();
    }
}
