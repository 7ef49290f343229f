package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.hilo.HiLo;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import io.mintmark.spring.internal.CounterHealth;
import io.mintmark.spring.internal.CounterMeters;
import io.mintmark.spring.internal.StoreClasses;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Meters and health tell what happens to ranges, and asking for them reserves nothing. */
final class ObservabilityTest {
    private static final Range RANGE = new InMemoryRanges().reserve(10);

    private final List<RangeListener> kept = new CopyOnWriteArrayList<>();
    private final Switchable place = new Switchable();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withBean(RangeSources.class, () -> counter -> place)
            .withPropertyValues("mintmark.counters.orders=", "mintmark.range-size=100", "mintmark.deadline=2s");

    @Test
    void shouldMeterWhatIsReservedAndReturned() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        application.withBean(MeterRegistry.class, () -> meters).run(context -> {
            context.getBean(HiLo.class).next();

            assertThat(meters.get("mintmark.range.reserve")
                            .tag("counter", "orders")
                            .timer()
                            .count())
                    .isPositive();
            assertThat(meters.get("mintmark.numbers.reserved").counter().count())
                    .isGreaterThanOrEqualTo(100);
            context.getBean(MintmarkCounters.class).close();
            double reserved = meters.get("mintmark.numbers.reserved").counter().count();
            double returned = meters.get("mintmark.numbers.returned").counter().count();
            assertThat(reserved - returned).isEqualTo(1);
        });
    }

    @Test
    void shouldBeUpBeforeAnythingIsReserved() {
        application.run(context -> {
            assertThat(status(context)).isEqualTo("UP");
            assertThat(place.numbers.max()).isZero();
        });
    }

    @Test
    void shouldBeDownFromAFailedReservationToTheNext() {
        application.run(context -> {
            HiLo orders = context.getBean(HiLo.class);
            place.broken = true;

            assertThatThrownBy(orders::next).hasMessageContaining("orders");
            assertThat(status(context)).isEqualTo("DOWN");
            assertThat(context.getBean(CounterHealth.class).details().get("orders"))
                    .asString()
                    .contains("the cable is out");

            place.broken = false;
            assertThat(orders.next()).isEqualTo(1);
            assertThat(status(context)).isEqualTo("UP");
        });
    }

    @Test
    void shouldStayUpWhenOnlyAReturnFails() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        application.withBean(MeterRegistry.class, () -> meters).run(context -> {
            context.getBean(HiLo.class).next();
            place.broken = true;

            context.getBean(MintmarkCounters.class).close();

            assertThat(status(context)).isEqualTo("UP");
            assertThat(meters.get("mintmark.range.failures").counter().count()).isEqualTo(1);
            assertThat(meters.get("mintmark.numbers.gap").counter().count()).isEqualTo(99);
        });
    }

    /** Each tenant has a generator of its own, and all of them have the meters of their counter. */
    @Test
    void shouldShowWhatIsLeftWhicheverGeneratorOfACounterTellsIt() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        CounterMeters counters = new CounterMeters(() -> meters);
        RangeListener gone = counters.of("orders");
        gone.reserved(RANGE, Duration.ZERO);
        RangeListener near = counters.of("orders");
        near.reserved(RANGE, Duration.ZERO);
        near.headroom(500, Duration.ofDays(1));

        assertThat(meters.get("mintmark.numbers.left").gauge().value()).isEqualTo(500);
    }

    /** Units and tenants may have counters of one name in several databases. */
    @Test
    void shouldShowWhatIsLeftWhileAnotherGeneratorOfThatNameIsFarFromItsEnd() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        CounterMeters counters = new CounterMeters(() -> meters);
        CounterHealth health = new CounterHealth();
        for (RangeListener near : List.of(counters.of("orders"), health.of("orders"))) {
            near.reserved(RANGE, Duration.ZERO);
            near.headroom(500, Duration.ofDays(1));
            keep(near);
        }
        for (RangeListener far : List.of(counters.of("orders"), health.of("orders"))) {
            far.reserved(RANGE, Duration.ZERO);
            far.reserved(RANGE, Duration.ZERO);
        }

        assertThat(left(meters)).isEqualTo(500);
        assertThat(health.details().get("orders")).asString().contains("500 numbers left");
    }

    /** As a generator does while it is open. */
    private void keep(RangeListener listener) {
        kept.add(listener);
    }

    @Test
    void shouldStayDownWhileAnotherGeneratorOfThatNameSucceeds() {
        CounterHealth health = new CounterHealth();
        RangeListener failing = health.of("orders");
        failing.failed(new RangeSourceException("the cable is out"));
        health.of("orders").reserved(RANGE, Duration.ZERO);

        assertThat(health.isUp()).isFalse();
        assertThat(health.details().get("orders")).asString().contains("the cable is out");
        failing.reserved(RANGE, Duration.ZERO);
        assertThat(health.isUp()).isTrue();
        assertThat(health.details().get("orders")).asString().startsWith("reserved ");
    }

    /** A burst of numbers can make the end look near, until the rate falls again. */
    @Test
    void shouldForgetWhatIsLeftOnceTheEndIsFarAgain() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        CounterHealth health = new CounterHealth();
        List<RangeListener> listeners = List.of(new CounterMeters(() -> meters).of("orders"), health.of("orders"));
        for (RangeListener listener : listeners) {
            listener.reserved(RANGE, Duration.ZERO);
            listener.headroom(500, Duration.ofDays(1));
            listener.reserved(RANGE, Duration.ZERO);
            listener.headroom(400, Duration.ofDays(1));
        }
        assertThat(left(meters)).isEqualTo(400);
        assertThat(health.details().get("orders")).asString().contains("400 numbers left");

        for (RangeListener listener : listeners) {
            listener.reserved(RANGE, Duration.ZERO);
            listener.reserved(RANGE, Duration.ZERO);
        }
        assertThat(left(meters)).isEqualTo((double) Long.MAX_VALUE);
        assertThat(health.details().get("orders")).asString().doesNotContain("numbers left");
    }

    private static double left(MeterRegistry meters) {
        return meters.get("mintmark.numbers.left").gauge().value();
    }

    /** H2 does not sync before it answers, so its counters may stand lower after a crash. */
    @Test
    void shouldSayInLogAndHealthThatACounterIsBestEffort() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = into(logged);
        Logger log = Logger.getLogger(StoreClasses.class.getName());
        log.addHandler(handler);
        try {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
                    .withBean("dataSource", HikariDataSource.class, () -> Databases.pool(Databases.newUrl()))
                    .withPropertyValues("mintmark.counters.orders=")
                    .run(context -> {
                        assertThat(details(context)).contains("nothing reserved yet; best effort (");
                        context.getBean(HiLo.class).next();
                        assertThat(details(context)).contains("reserved 1 to ", "; best effort (");
                    });
        } finally {
            log.removeHandler(handler);
        }
        assertThat(logged)
                .anyMatch(line -> line.startsWith("WARNING Counter orders in ") && line.contains("best effort ("));
    }

    /** A tenant's counter is opened again whenever the tenant comes back. */
    @Test
    void shouldTellOnceHowWellACounterIsKeptThatIsOpenedAgain() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = into(logged);
        Logger log = Logger.getLogger(StoreClasses.class.getName());
        log.addHandler(handler);
        try (HikariDataSource pool = Databases.pool(Databases.newUrl())) {
            StoreClasses classes = new StoreClasses(new CounterHealth());
            JdbcRanges ranges = JdbcRanges.over(pool);
            for (int time = 0; time < 3; time++) {
                classes.tell("orders", ranges.counter("orders").build());
                classes.tell("bills", ranges.counter("bills").build());
            }
        } finally {
            log.removeHandler(handler);
        }
        assertThat(logged).doesNotHaveDuplicates();
        assertThat(logged)
                .anyMatch(line -> line.startsWith("WARNING Counter orders in "))
                .anyMatch(line -> line.startsWith("WARNING Counter bills in "));
    }

    private static Handler into(List<String> logged) {
        return new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getLevel() + " " + line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    private static String details(ApplicationContext context) throws ReflectiveOperationException {
        Object health = call(context.getBean("mintmarkHealthIndicator"), "health");
        return String.valueOf(((Map<?, ?>) call(health, "getDetails")).get("orders"));
    }

    /** The class of an indicator is not the same in Spring Boot 3 and 4; its methods are. */
    static String status(ApplicationContext context) throws ReflectiveOperationException {
        Object indicator = context.getBean("mintmarkHealthIndicator");
        Object health = call(indicator, "health");
        return call(call(health, "getStatus"), "getCode").toString();
    }

    private static Object call(Object owner, String name) throws ReflectiveOperationException {
        Method method = owner.getClass().getMethod(name);
        method.setAccessible(true);
        return method.invoke(owner);
    }

    /** A counter that can be cut off. */
    private static final class Switchable implements RangeSource {
        private final InMemoryRanges numbers = new InMemoryRanges();
        private volatile boolean broken;

        @Override
        public Range reserve(long size) {
            if (broken) {
                throw new RangeSourceException("the cable is out");
            }
            return numbers.reserve(size);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            if (broken) {
                throw new RangeSourceException("the cable is out");
            }
            return numbers.giveBack(range, lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            return numbers.raise(atLeast);
        }
    }
}
