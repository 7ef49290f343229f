package io.mintmark.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.web.admission.AdmissionCounts;
import java.util.function.ToDoubleFunction;

/** Shows requests under way and turned away as meters. */
final class LoadMeters {
    private final MeterRegistry registry;
    private final AdmissionCounts counts;

    private LoadMeters(MeterRegistry registry, AdmissionCounts counts) {
        this.registry = registry;
        this.counts = counts;
    }

    static void bind(MeterRegistry registry, AdmissionCounts counts) {
        LoadMeters meters = new LoadMeters(registry, counts);
        meters.gauges();
        meters.counters();
    }

    private void gauges() {
        gauge("mintmark.http.connections", "Open connections", AdmissionCounts::connections);
        gauge(
                "mintmark.http.working",
                "Requests at work, those that wait for the disk included",
                AdmissionCounts::working);
        gauge("mintmark.http.waiting", "Requests that wait for their turn", AdmissionCounts::waiting);
        gauge("mintmark.http.memory.bytes", "Bytes that bodies and replies hold", AdmissionCounts::memoryBytes);
    }

    private void counters() {
        counter(
                "mintmark.http.connections.refused",
                "Connections closed at once",
                "limit",
                AdmissionCounts::connectionsRefused);
        counter(
                "mintmark.http.connections.refused",
                "Connections closed at once",
                "handshakes",
                AdmissionCounts::handshakesRefused);
        FunctionCounter.builder("mintmark.tls.handshakes.failed", counts, AdmissionCounts::handshakesFailed)
                .description("TLS handshakes that came to nothing")
                .register(registry);
        FunctionCounter.builder("mintmark.tls.handshakes.wasted", counts, AdmissionCounts::handshakesWasted)
                .description("Connections over TLS that were closed before a request came")
                .register(registry);
        String shed = "Requests answered 503 before they were started";
        counter("mintmark.http.shed", shed, "full", AdmissionCounts::shedFull);
        counter("mintmark.http.shed", shed, "late", AdmissionCounts::shedLate);
        counter("mintmark.http.shed", shed, "memory", AdmissionCounts::shedMemory);
        String slow = "Clients that were slower than they may be";
        counter("mintmark.http.slow", slow, "head", AdmissionCounts::slowHeads);
        counter("mintmark.http.slow", slow, "body", AdmissionCounts::slowBodies);
        counter("mintmark.http.slow", slow, "reader", AdmissionCounts::slowReaders);
    }

    private void gauge(String name, String description, ToDoubleFunction<AdmissionCounts> value) {
        Gauge.builder(name, counts, value).description(description).register(registry);
    }

    private void counter(String name, String description, String why, ToDoubleFunction<AdmissionCounts> value) {
        FunctionCounter.builder(name, counts, value)
                .description(description)
                .tag("why", why)
                .register(registry);
    }
}
