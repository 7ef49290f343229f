package io.mintmark.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.protocol.Routes;
import io.mintmark.server.http.Answer;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.BodyReceiver;
import io.mintmark.server.http.Endpoint;
import io.mintmark.server.http.LaterReply;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Router;
import io.mintmark.server.http.SocketEndpoint;
import io.mintmark.server.http.StreamEndpoint;
import java.nio.ByteBuffer;
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

    void addTo(Router router, Watched watched) {
        Later<PrometheusMeterRegistry> complete = new Later<>(() -> {
            ServerMeters.bind(registry.get(), watched);
            return registry.get();
        });
        router.add(
                "GET",
                Routes.METRICS,
                request -> Reply.text(200, CONTENT_TYPE, complete.get().scrape().getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns an endpoint whose requests are counted and timed under its method and route. */
    Endpoint measured(String method, String route, Endpoint endpoint) {
        Later<Meters> meters = new Later<>(() -> Meters.of(registry.get(), method, route));
        return request -> {
            Measured measured = new Measured(meters.get(), System.nanoTime());
            Answer answer;
            try {
                answer = endpoint.answer(request);
            } catch (RuntimeException | Error e) {
                measured.ended(e instanceof ApiException);
                throw e;
            }
            if (answer instanceof LaterReply later) {
                return later.whenEnded(failure -> measured.ended(failure instanceof ApiException));
            }
            measured.ended(false);
            return answer;
        };
    }

    /** Returns an endpoint whose streams are counted and timed, from their head to their answer, in the same way. */
    StreamEndpoint measured(String method, String route, StreamEndpoint endpoint) {
        Later<Meters> meters = new Later<>(() -> Meters.of(registry.get(), method, route));
        return (request, stop) -> {
            Measured stream = new Measured(meters.get(), System.nanoTime());
            try {
                return stream.around(endpoint.open(request, stop));
            } catch (ApiException e) {
                stream.ended(true);
                throw e;
            }
        };
    }

    /** Returns an endpoint whose handshakes are counted and timed in the same way, without what follows them. */
    SocketEndpoint measured(String method, String route, SocketEndpoint endpoint) {
        Later<Meters> meters = new Later<>(() -> Meters.of(registry.get(), method, route));
        return handshake -> {
            Measured measured = new Measured(meters.get(), System.nanoTime());
            try {
                SocketEndpoint.Opening opening = endpoint.accept(handshake);
                measured.ended(false);
                return opening;
            } catch (RuntimeException | Error e) {
                measured.ended(e instanceof ApiException);
                throw e;
            }
        };
    }

    /** One request or stream while it is measured. */
    private record Measured(Meters meters, long startNanos) {
        void ended(boolean refused) {
            meters.timer().record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
            if (refused) {
                meters.refused().increment();
            }
        }

        BodyReceiver around(BodyReceiver receiver) {
            return new BodyReceiver() {
                @Override
                public boolean take(ByteBuffer bytes) {
                    return receiver.take(bytes);
                }

                @Override
                public boolean wasIdle() {
                    return receiver.wasIdle();
                }

                @Override
                public void pause() {
                    receiver.pause();
                }

                @Override
                public Reply end() {
                    Reply reply = receiver.end();
                    ended(false);
                    return reply;
                }

                @Override
                public Throwable failed(Throwable why) {
                    ended(true);
                    return receiver.failed(why);
                }
            };
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
