package io.mintmark.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.protocol.Routes;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Router;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the server, and shows the measurements in the text form of Prometheus. Thread-safe.
 *
 * <p>No meter is made before it is needed: a route's meters by its first request, the JVM's by the first scrape.
 * Dozens of meters and the JVM's management classes would cost a tenth of the start.
 */
final class Metrics {
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Later<PrometheusMeterRegistry> registry =
            new Later<>(() -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

    void addTo(Router router, MetricSources sources) {
        Later<PrometheusMeterRegistry> complete = new Later<>(() -> {
            ServerMeters.bind(registry.get(), sources);
            return registry.get();
        });
        router.add(
                "GET",
                Routes.METRICS,
                request -> Reply.text(200, CONTENT_TYPE, complete.get().scrape().getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns what counts and times the requests of a route, and makes its meters when the first one has ended. */
    Route of(String method, String route) {
        return new Route(new Later<>(() -> Meters.of(registry.get(), method, route)));
    }

    /** One route, while it is measured. */
    record Route(Later<Meters> meters) {
        /** Counts a request, a stream or a handshake that began at {@code startNanos} of {@link System#nanoTime}. */
        void ended(long startNanos, boolean refused) {
            meters.get().timer().record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
            if (refused) {
                meters.get().refused().increment();
            }
        }
    }

    /** The meters of one route. */
    private record Meters(Timer timer, Counter refused) {
        static Meters of(MeterRegistry registry, String method, String route) {
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
            return new Meters(timer, refused);
        }
    }

    /** A value that is made once, when it is first asked for. */
    private static final class Later<T> {
        private final Supplier<T> maker;
        private volatile @Nullable T made;

        Later(Supplier<T> maker) {
            this.maker = maker;
        }

        T get() {
            T known = made;
            return known != null ? known : make();
        }

        private synchronized T make() {
            T known = made;
            if (known == null) {
                known = maker.get();
                made = known;
            }
            return known;
        }
    }
}
