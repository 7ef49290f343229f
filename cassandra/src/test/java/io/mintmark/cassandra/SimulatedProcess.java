package io.mintmark.cassandra;

import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.util.SplittableRandom;

/** A process whose callers reserve, issue, give back and raise, each thing when the one before was answered. */
final class SimulatedProcess {
    private static final String COUNTER = "counter";

    private final CounterStream stream;
    private final HistoryChecker history;
    private final SplittableRandom random;
    private int left;
    private int failed;

    SimulatedProcess(
            SimulatedStore store, CounterRow row, HistoryChecker history, SplittableRandom random, int callsInAll) {
        this.stream =
                new CounterStream(new Rounds("simulated", row, store.state(), store::name, millis -> store.pause()));
        this.history = history;
        this.random = random;
        this.left = callsInAll;
    }

    int failed() {
        return failed;
    }

    /** Lets one more caller begin. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void call() {
        if (left-- <= 0) {
            return;
        }
        if (random.nextInt(16) == 0) {
            stream.raise(random.nextLong(400), Long.MAX_VALUE).whenComplete((standing, failure) -> goOn(failure));
            return;
        }
        stream.reserve(1 + random.nextInt(4), Long.MAX_VALUE).whenComplete((range, failure) -> {
            if (range == null) {
                goOn(failure);
            } else {
                use(range);
            }
        });
    }

    private void goOn(Throwable failure) {
        if (failure != null) {
            failed++;
        }
        call();
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void use(Range range) {
        history.reserved(COUNTER, range.low(), range.high());
        long last = range.low() - 1 + random.nextLong(range.size() + 1);
        if (last >= range.low()) {
            history.issued(COUNTER, range.low(), last);
        }
        stream.giveBack(range, last).whenComplete((taken, failure) -> {
            if (Boolean.TRUE.equals(taken)) {
                history.givenBack(COUNTER, last, range.high());
            }
            goOn(failure);
        });
    }
}
