package io.mintmark.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.protocol.Routes;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Endpoint;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Router;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What the server measures of itself, in the text form of Prometheus. Thread-safe. */
final class Metrics {
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    void addTo(Router router, LongSupplier sizeBytes) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        Gauge.builder("mintmark.storage.size", () -> sizeBytes.getAsLong())
                .baseUnit("bytes")
                .description("Size of all databases on disk")
                .register(registry);
        router.add(
                "GET",
                Routes.METRICS,
                request -> Reply.text(200, CONTENT_TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns an endpoint whose requests are counted and timed under its method and route. */
    Endpoint measured(String method, String route, Endpoint endpoint) {
        Timer timer = Timer.builder("mintmark.http.requests")
                .description("Time from the complete request to the complete answer")
                .tag("method", method)
                .tag("route", route)
                .publishPercentiles(0.5, 0.99)
                .distributionStatisticExpiry(Duration.ofMinutes(1))
                .register(registry);
        Counter refused = Counter.builder("mintmark.http.refused")
                .description("Requests answered with an error")
                .tag("method", method)
                .tag("route", route)
                .register(registry);
        return request -> {
            long start = System.nanoTime();
            try {
                return endpoint.answer(request);
            } catch (ApiException e) {
                refused.increment();
                throw e;
            } finally {
                timer.record(Duration.ofNanos(System.nanoTime() - start));
            }
        };
    }
}
