package io.mintmark.spring.internal;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how each counter's latest reservation went, so that asking for health reserves nothing.
 *
 * <p>A counter is down from a failed reservation to the next that succeeds. One that each tenant has is never down: a
 * tenant whose database is lost must not end the service of the others. Its latest failure is shown. Thread-safe.
 */
public final class CounterHealth {
    private final Map<String, State> states = new ConcurrentSkipListMap<>();
    private final Supplier<Stream<HealthPart>> parts;

    /** Creates the health of counters alone. */
    public CounterHealth() {
        this(Stream::empty);
    }

    /** Creates the health of counters and of {@code parts}, which are asked for each time. */
    public CounterHealth(Supplier<Stream<HealthPart>> parts) {
        this.parts = parts;
    }

    /** Returns the listener that remembers the reservations of {@code counter}. */
    public RangeListener of(String counter) {
        return state(counter);
    }

    /** Remembers what the database promises of {@code counter}, such as {@code best effort} and why. */
    void kept(String counter, String how) {
        state(counter).kept = how;
    }

    /** Notes that each tenant has a counter of that name. */
    void ofTenants(String counter) {
        state(counter).ofTenants = true;
    }

    private State state(String counter) {
        return states.computeIfAbsent(counter, name -> new State());
    }

    /** Returns whether the latest reservation of each counter but the tenants' succeeded, and nothing else is down. */
    boolean isUp() {
        return states.values().stream().allMatch(state -> state.failure == null || state.ofTenants)
                && parts.get().allMatch(HealthPart::isUp);
    }

    /** Returns a line about each counter that was used, and what the other parts show. */
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        states.forEach((counter, state) -> details.put(counter, state.line()));
        parts.get().forEach(part -> details.putAll(part.details()));
        return details;
    }

    /** The latest news of one counter. */
    private static final class State implements RangeListener {
        private volatile @Nullable String failure;
        private volatile String latest = "nothing reserved yet";
        private volatile String headroom = "";
        private volatile boolean isNear;
        private volatile String kept = "";
        private volatile boolean ofTenants;

        @Override
        public void reserved(Range range, Duration latency) {
            latest = "reserved " + range.low() + " to " + range.high();
            failure = null;
            // An alarm follows each reservation while the end is near, so one without an alarm ends it.
            if (!isNear) {
                headroom = "";
            }
            isNear = false;
        }

        @Override
        public void failed(RuntimeException reason) {
            failure = String.valueOf(reason.getMessage());
        }

        @Override
        public void headroom(long left, Duration atThisRate) {
            isNear = true;
            headroom = ", " + left + " numbers left, which last " + atThisRate;
        }

        String line() {
            String failed = failure;
            return (failed == null ? latest : "failed: " + failed) + headroom + (kept.isEmpty() ? "" : "; " + kept);
        }
    }
}
