package io.mintmark.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.server.numbers.BusiestTallies.Tally;
import io.mintmark.server.numbers.NumberCounts;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Shows the numbers of the busiest databases and counters as meters, in a registry that is made for each scrape: who
 * asks sees the databases that it may read, and no name of another one. Stateless.
 */
final class NumberMeters {
    /** Most databases, and most counters, that have series of their own: 4 of each database, 3 of each counter. */
    static final int DATABASES_SHOWN = 100;

    static final int COUNTERS_SHOWN = 20;

    private NumberMeters() {}

    /** Returns the series in the text form of Prometheus; {@code visible} says which databases may be named. */
    static String scrape(NumberCounts counts, Predicate<String> visible) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try {
            counts.databases()
                    .busiest(DATABASES_SHOWN, visible)
                    .forEach(each -> ofDatabase(registry, each.getKey(), each.getValue()));
            counts.counters()
                    .busiest(COUNTERS_SHOWN, counter -> visible.test(counter.database()))
                    .forEach(each -> ofCounter(registry, each.getKey(), each.getValue()));
            return registry.scrape();
        } finally {
            registry.close();
        }
    }

    private static void ofDatabase(MeterRegistry registry, String name, Tally tally) {
        Tags tags = Tags.of("database", name);
        counter(registry, "mintmark.database.ranges", "Ranges of a database's counters", tags, tally, Tally::ranges);
        String numbers = "mintmark.database.numbers";
        String described = "Numbers that clients were given of a database";
        counter(registry, numbers, described, tags.and("kind", "hilo"), tally, Tally::numbers);
        counter(registry, numbers, described, tags.and("kind", "identity"), tally, Tally::identities);
        counter(registry, "mintmark.database.gaps", "Numbers that came back in vain", tags, tally, Tally::gaps);
    }

    private static void ofCounter(MeterRegistry registry, NumberCounts.Counter counter, Tally tally) {
        Tags tags = Tags.of("database", counter.database(), "counter", counter.tag());
        counter(registry, "mintmark.counter.ranges", "Ranges of a busy counter", tags, tally, Tally::ranges);
        counter(registry, "mintmark.counter.numbers", "Numbers of these ranges", tags, tally, Tally::numbers);
        counter(registry, "mintmark.counter.gaps", "Numbers that came back in vain", tags, tally, Tally::gaps);
    }

    private static void counter(
            MeterRegistry registry,
            String name,
            String description,
            Tags tags,
            Tally tally,
            ToDoubleFunction<Tally> value) {
        FunctionCounter.builder(name, tally, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }
}
