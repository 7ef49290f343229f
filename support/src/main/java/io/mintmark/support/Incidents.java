package io.mintmark.support;

import io.mintmark.internal.Ticker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of the server, logged with their stacks under numbers: the first of a kind at once, further ones of it once
 * a second with how many there were. Thread-safe.
 *
 * <p>A kind is the class of a failure and the place where it came to be, so callers cannot make up kinds.
 * {@value #KINDS_MAX} are remembered.
 */
public final class Incidents {
    /** Those of this process, which share one row of numbers. */
    public static final Incidents OF_SERVER = new Incidents(LoggerFactory.getLogger(Incidents.class), Ticker.SYSTEM);

    private static final int KINDS_MAX = 256;
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Logger log;
    private final Ticker ticker;
    private final Map<String, Kind> kinds = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
            return size() > KINDS_MAX;
        }
    };
    private long last;

    /** Writes to {@code log}; {@code ticker} says when a second is over. */
    Incidents(Logger log, Ticker ticker) {
        this.log = log;
        this.ticker = ticker;
    }

    /** The latest logged incident of a kind, and how many like it came since. */
    private static final class Kind {
        private final long number;
        private final long loggedAt;
        private long further;

        Kind(long number, long loggedAt) {
            this.number = number;
            this.loggedAt = loggedAt;
        }
    }

    /** Returns the number under which the log tells of a failure like this one; {@code what} was being done. */
    public long add(String what, Throwable failure) {
        String name = nameOf(failure);
        Kind before;
        Kind now;
        synchronized (this) {
            before = kinds.get(name);
            if (before != null && ticker.nanos() - before.loggedAt < REST_NANOS) {
                before.further++;
                return before.number;
            }
            now = new Kind(++last, ticker.nanos());
            Kind ignored = kinds.put(name, now);
        }
        if (before == null || before.further == 0) {
            log.error("incident {} while {}", now.number, what, failure);
        } else {
            log.error(
                    "incident {} while {}; {} more like it came since incident {}",
                    now.number,
                    what,
                    before.further,
                    before.number,
                    failure);
        }
        return now.number;
    }

    /** Errors such as an overflow of the stack come to be anywhere. */
    private static String nameOf(Throwable failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        String name = failure.getClass().getName();
        return failure instanceof Error || stack.length == 0 ? name : name + " at " + stack[0];
    }
}
