package io.mintmark.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.server.http.HttpCounts;
import java.util.function.ToDoubleFunction;

/** What is under way and what was turned away, as meters. */
final class LoadMeters {
    private final MeterRegistry registry;
    private final HttpCounts counts;

    private LoadMeters(MeterRegistry registry, HttpCounts counts) {
        this.registry = registry;
        this.counts = counts;
    }

    static void bind(MeterRegistry registry, HttpCounts counts) {
        LoadMeters meters = new LoadMeters(registry, counts);
        meters.gauges();
        meters.counters();
    }

    private void gauges() {
        gauge("mintmark.http.connections", "Open connections", HttpCounts::connections);
        gauge("mintmark.http.working", "Requests at work, those that wait for the disk included", HttpCounts::working);
        gauge("mintmark.http.waiting", "Requests that wait for their turn", HttpCounts::waiting);
        gauge("mintmark.http.memory.bytes", "Bytes that bodies and replies hold", HttpCounts::memoryBytes);
    }

    private void counters() {
        counter(
                "mintmark.http.connections.refused",
                "Connections closed at once",
                "limit",
                HttpCounts::connectionsRefused);
        String shed = "Requests answered 503 before they were started";
        counter("mintmark.http.shed", shed, "full", HttpCounts::shedFull);
        counter("mintmark.http.shed", shed, "late", HttpCounts::shedLate);
        counter("mintmark.http.shed", shed, "memory", HttpCounts::shedMemory);
        String slow = "Clients that were slower than they may be";
        counter("mintmark.http.slow", slow, "head", HttpCounts::slowHeads);
        counter("mintmark.http.slow", slow, "body", HttpCounts::slowBodies);
        counter("mintmark.http.slow", slow, "reader", HttpCounts::slowReaders);
    }

    private void gauge(String name, String description, ToDoubleFunction<HttpCounts> value) {
        Gauge.builder(name, counts, value).description(description).register(registry);
    }

    private void counter(String name, String description, String why, ToDoubleFunction<HttpCounts> value) {
        FunctionCounter.builder(name, counts, value)
                .description(description)
                .tag("why", why)
                .register(registry);
    }
}
