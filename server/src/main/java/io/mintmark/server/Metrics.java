package io.mintmark.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.document.KeyForm;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Databases;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the server, and shows the measurements in the text form of Prometheus. Thread-safe.
 *
 * <p>No meter is made before it is needed: a route's meters by its first request, the JVM's by the first scrape.
 * Dozens of meters and the JVM's management classes would cost a tenth of the start.
 */
final class Metrics implements AutoCloseable {
    private static final String REFUSED = "mintmark.http.refused";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Later<PrometheusMeterRegistry> registry =
            new Later<>(() -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

    private final Later<ProcessMeters> process = new Later<>(() -> new ProcessMeters(registry.get()));

    /** {@code visible} finds the key forms of the databases that a request may hear of; empty for all. */
    void addTo(Router router, MetricSources sources, Function<Request, Optional<Set<String>>> visible) {
        Later<ProcessMeters> complete = new Later<>(() -> {
            ServerMeters.bind(registry.get(), sources);
            return process.get();
        });
        router.add("GET", Routes.METRICS, request -> {
            ProcessMeters ignored = complete.get();
            String all = registry.get().scrape()
                    + NumberMeters.scrape(sources.numbers(), shown(sources.databases(), visible.apply(request)));
            return Reply.text(200, CONTENT_TYPE, all.getBytes(StandardCharsets.UTF_8));
        });
    }

    /** A database that is deleted is named no more, although its numbers are still counted. */
    private static Predicate<String> shown(Databases databases, Optional<Set<String>> visible) {
        return name -> databases.isKnown(name)
                && visible.map(keys -> keys.contains(KeyForm.of(name))).orElse(true);
    }

    /** Returns how many requests were answered with an error so far. */
    long refusals() {
        return (long) registry.get().find(REFUSED).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** Ends what listens to the JVM. */
    @Override
    public void close() {
        process.ifMade(ProcessMeters::close);
    }

    /** Returns what counts and times the requests of a route. */
    Route of(String method, String route) {
        return new Route(registry, method, route);
    }

    /** One route, while it is measured; its meters are made when its first request has ended. */
    static final class Route {
        private final Later<PrometheusMeterRegistry> registry;
        private final String method;
        private final String name;
        /** Both or none; written under this object's lock, the timer last. */
        private @Nullable Counter refused;

        private volatile @Nullable Timer timer;

        private Route(Later<PrometheusMeterRegistry> registry, String method, String name) {
            this.registry = registry;
            this.method = method;
            this.name = name;
        }

        /** Counts a request, a stream or a handshake that began at {@code startNanos} of {@link System#nanoTime}. */
        void ended(long startNanos, boolean isRefused) {
            Timer known = timer;
            (known != null ? known : begin()).record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
            if (isRefused) {
                Objects.requireNonNull(refused).increment();
            }
        }

        private synchronized Timer begin() {
            Timer known = timer;
            if (known == null) {
                refused = Counter.builder(REFUSED)
                        .description("Requests answered with an error")
                        .tag("method", method)
                        .tag("route", name)
                        .register(registry.get());
                known = newTimer();
                timer = known;
            }
            return known;
        }

        private Timer newTimer() {
            return Timer.builder("mintmark.http.requests")
                    .description("Time from the complete request to the complete answer")
                    .tag("method", method)
                    .tag("route", name)
                    .publishPercentiles(0.5, 0.99)
                    .distributionStatisticExpiry(Duration.ofMinutes(1))
                    .register(registry.get());
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

        void ifMade(Consumer<T> use) {
            T known = made;
            if (known != null) {
                use.accept(known);
            }
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
