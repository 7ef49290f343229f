package io.mintmark.spring.internal;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts and times reservations and returns; each meter has the counter's name as tag {@code counter}. Thread-safe. */
public final class CounterMeters {
    private final Supplier<@Nullable MeterRegistry> registry;

    /** A registry keeps the first meter of a name, and a name may have several generators, as each tenant has one. */
    private final Map<String, Meters> byCounter = new ConcurrentHashMap<>();

    /** Takes the registry when the first counter is used, as it may not be there yet. */
    public CounterMeters(Supplier<@Nullable MeterRegistry> registry) {
        this.registry = registry;
    }

    /** Returns the listener that keeps the meters of {@code counter} for one generator. */
    public RangeListener of(String counter) {
        MeterRegistry present = registry.get();
        return present == null
                ? RangeListener.NONE
                : new Heard(byCounter.computeIfAbsent(counter, name -> new Meters(present, name)));
    }

    /** The meters of one counter. */
    private static final class Meters {
        private static final long FAR = Long.MAX_VALUE;

        private final Timer reserve;
        private final Timer wait;
        private final Counter failures;
        private final Counter reserved;
        private final Counter returned;
        private final Counter gap;

        /** The generators that are near their end; weak, as nobody tells of one that is closed. */
        private final Map<Heard, Long> left = new WeakHashMap<>();

        Meters(MeterRegistry registry, String counter) {
            reserve = Timer.builder("mintmark.range.reserve")
                    .description("Reservations of ranges and how long they took")
                    .tag("counter", counter)
                    .register(registry);
            wait = Timer.builder("mintmark.range.wait")
                    .description("Callers that had to wait for a range and how long")
                    .tag("counter", counter)
                    .register(registry);
            failures = counting(registry, counter, "mintmark.range.failures", "Reservations and returns that failed");
            reserved = counting(registry, counter, "mintmark.numbers.reserved", "Numbers that were reserved");
            returned = counting(registry, counter, "mintmark.numbers.returned", "Numbers that were given back unused");
            gap = counting(registry, counter, "mintmark.numbers.gap", "Numbers that nobody will ever get");
            Gauge.builder("mintmark.numbers.left", this, Meters::least)
                    .description("Numbers up to the counter's ceiling; 2^63-1 while it is far away")
                    .tag("counter", counter)
                    .strongReference(true)
                    .register(registry);
        }

        private static Counter counting(MeterRegistry registry, String counter, String name, String description) {
            return Counter.builder(name)
                    .description(description)
                    .tag("counter", counter)
                    .register(registry);
        }

        private synchronized double least() {
            return left.values().stream().min(Comparator.naturalOrder()).orElse(FAR);
        }

        synchronized void near(Heard generator, long numbers) {
            left.put(generator, numbers);
        }

        synchronized void far(Heard generator) {
            left.remove(generator);
        }
    }

    /** Passes what happens to one generator on to the meters of its name. */
    private static final class Heard implements RangeListener {
        private final Meters meters;
        private volatile boolean isNear;

        Heard(Meters meters) {
            this.meters = meters;
        }

        @Override
        public void reserved(Range range, Duration latency) {
            meters.reserve.record(latency);
            meters.reserved.increment((double) range.size());
            // An alarm follows each reservation while the end is near, so one without an alarm ends it.
            if (!isNear) {
                meters.far(this);
            }
            isNear = false;
        }

        @Override
        public void failed(RuntimeException failure) {
            meters.failures.increment();
        }

        @Override
        public void returnFailed(RuntimeException failure) {
            meters.failures.increment();
        }

        @Override
        public void blocked(Duration waited) {
            meters.wait.record(waited);
        }

        @Override
        public void returned(Range range, long lastIssued, long count) {
            meters.returned.increment((double) count);
        }

        @Override
        public void gap(Range range, long count) {
            meters.gap.increment((double) count);
        }

        @Override
        public void headroom(long numbers, Duration atThisRate) {
            isNear = true;
            meters.near(this, numbers);
        }
    }
}
