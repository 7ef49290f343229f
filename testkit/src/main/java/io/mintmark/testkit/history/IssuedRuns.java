package io.mintmark.testkit.history;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of one counter that one process issued, joined to runs until they are written.
 *
 * <p>Several threads that issue from one range come out of order by a few numbers, so a few runs grow at a time. A
 * number that comes again is not joined: what was before it is written first, and the judge sees both.
 */
final class IssuedRuns {
    private static final int RUNS_MAX = 64;

    private final HistoryRecorder recorder;
    private final String process;
    private final String counter;
    private final TreeMap<Long, Run> runs = new TreeMap<>();
    /** The run that grew last, and the first number above it that another run has. */
    private @Nullable Run latest;

    private long border;

    /** Numbers without a gap, and when the first and the last of them were told. */
    private static final class Run {
        final long low;
        final long first;
        long high;
        long last;

        Run(long low, long high, long now) {
            this.low = low;
            this.high = high;
            this.first = now;
            this.last = now;
        }

        boolean isFollowedBy(long number) {
            return high != Long.MAX_VALUE && high + 1 == number;
        }
    }

    IssuedRuns(HistoryRecorder recorder, String process, String counter) {
        this.recorder = recorder;
        this.process = process;
        this.counter = counter;
    }

    synchronized void add(long low, long high) {
        recorder.requireOpen();
        long now = recorder.now();
        Run run = latest;
        if (run == null || !run.isFollowedBy(low) || high >= border) {
            run = runFor(low, high, now);
        }
        run.high = high;
        run.last = now;
    }

    /** Returns the run that these numbers follow, or a new one. */
    private Run runFor(long low, long high, long now) {
        if (isRepeated(low, high) || runs.size() >= RUNS_MAX) {
            flush();
        }
        Map.Entry<Long, Run> below = runs.lowerEntry(low);
        Run run = below != null && below.getValue().isFollowedBy(low) ? below.getValue() : new Run(low, high, now);
        runs.put(run.low, run);
        Long above = runs.higherKey(low);
        border = above == null ? Long.MAX_VALUE : above;
        latest = run;
        return run;
    }

    private boolean isRepeated(long low, long high) {
        Map.Entry<Long, Run> below = runs.floorEntry(high);
        return below != null && below.getValue().high >= low;
    }

    synchronized void flush() {
        Run joined = null;
        for (Run run : runs.values()) {
            if (joined != null && joined.isFollowedBy(run.low)) {
                Run both = new Run(joined.low, run.high, Math.min(joined.first, run.first));
                both.last = Math.max(joined.last, run.last);
                joined = both;
            } else {
                write(joined);
                joined = run;
            }
        }
        write(joined);
        runs.clear();
        latest = null;
    }

    private void write(@Nullable Run run) {
        if (run != null) {
            recorder.issued(process, new Act.Issue(counter, run.low, run.high), run.first, run.last);
        }
    }
}
