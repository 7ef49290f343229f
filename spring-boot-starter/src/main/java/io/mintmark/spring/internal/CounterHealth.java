package io.mintmark.spring.internal;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how each counter's latest reservation went, so that asking for health reserves nothing.
 *
 * <p>A counter is down from a failed reservation to the next that succeeds. One name may have several generators, in
 * units and tenants whose databases differ: the success of one says nothing of the others. One that each tenant has is
 * never down: a tenant whose database is lost must not end the service of the others. The latest failure of those that
 * fail still is shown. Thread-safe.
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

    /** Returns the listener that remembers the reservations of one generator of {@code counter}. */
    public RangeListener of(String counter) {
        return new News(state(counter), false);
    }

    /** Returns the listener that remembers those of one tenant's generator of {@code counter}. */
    RangeListener ofTenant(String counter) {
        return new News(state(counter), true);
    }

    /** Forgets what the generator of that listener told last: it is closed, and nobody waits for it. */
    static void ended(RangeListener health) {
        if (health instanceof News news) {
            news.all.change(() -> news.ended = true, news);
        }
    }

    /** Remembers what the database promises of {@code counter}, such as {@code best effort} and why. */
    void kept(String counter, String how) {
        state(counter).kept = how;
    }

    private State state(String counter) {
        return states.computeIfAbsent(counter, name -> new State());
    }

    /** Returns whether the latest reservation of each counter but the tenants' succeeded, and nothing else is down. */
    public boolean isUp() {
        return states.values().stream().noneMatch(State::isDown) && parts.get().allMatch(HealthPart::isUp);
    }

    /** Returns a line about each counter that was used, and what the other parts show. */
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        states.forEach((counter, state) -> details.put(counter, state.line()));
        parts.get().forEach(part -> details.putAll(part.details()));
        return details;
    }

    /** The latest news of all generators of one name. */
    private static final class State {
        /** Weak, as nobody tells of every generator that is closed; what fails is not worth keeping it. */
        private final Set<News> bad = Collections.newSetFromMap(new WeakHashMap<>());

        private String latest = "nothing reserved yet";
        private long failures;
        private volatile String kept = "";

        synchronized void change(Runnable change, News news) {
            change.run();
            if (!news.ended && (news.failure != null || !news.headroom.isEmpty())) {
                bad.add(news);
            } else {
                bad.remove(news);
            }
        }

        synchronized boolean isDown() {
            return bad.stream().anyMatch(news -> news.failure != null && !news.ofTenant);
        }

        synchronized String line() {
            String last = bad.stream()
                    .filter(news -> news.failure != null)
                    .max(Comparator.comparingLong(news -> news.failureNumber))
                    .map(news -> "failed: " + news.failure)
                    .orElse(latest);
            String least = bad.stream()
                    .filter(news -> !news.headroom.isEmpty())
                    .min(Comparator.comparingLong(news -> news.left))
                    .map(news -> news.headroom)
                    .orElse("");
            return last + least + (kept.isEmpty() ? "" : "; " + kept);
        }
    }

    /** The latest news of one generator, under the lock of all of its name. */
    private static final class News implements RangeListener {
        private final State all;
        private final boolean ofTenant;
        private @Nullable String failure;
        private long failureNumber;
        private String headroom = "";
        private long left;
        private boolean isNear;
        private boolean ended;

        News(State all, boolean ofTenant) {
            this.all = all;
            this.ofTenant = ofTenant;
        }

        @Override
        public void reserved(Range range, Duration latency) {
            all.change(
                    () -> {
                        all.latest = "reserved " + range.low() + " to " + range.high();
                        failure = null;
                        // An alarm follows each reservation while the end is near, so one without an alarm ends it.
                        if (!isNear) {
                            headroom = "";
                        }
                        isNear = false;
                    },
                    this);
        }

        @Override
        public void failed(RuntimeException reason) {
            all.change(
                    () -> {
                        failure = String.valueOf(reason.getMessage());
                        failureNumber = ++all.failures;
                    },
                    this);
        }

        @Override
        public void headroom(long numbers, Duration atThisRate) {
            all.change(
                    () -> {
                        isNear = true;
                        left = numbers;
                        headroom = ", " + numbers + " numbers left, which last " + atThisRate;
                    },
                    this);
        }
    }
}
