package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.lang.reflect.Proxy;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EndlessDeadlineTest {
    private final AtomicReference<Statement<?>> asked = new AtomicReference<>();

    /** The driver counts in nanoseconds, and so do waits. */
    @Test
    void shouldWaitForEverWhereNoDeadlineIsMeant() {
        CassandraCounters counters = CassandraCounters.over(session()).deadline(ChronoUnit.FOREVER.getDuration());

        assertThatThrownBy(() -> counters.counter("orders")).hasMessage("asked");

        assertThat(Objects.requireNonNull(Objects.requireNonNull(asked.get()).getTimeout())
                                .toNanos()
                        * 2)
                .isPositive();
    }

    private CqlSession session() {
        DriverContext context = proxy(DriverContext.class, (name, arguments) -> DefaultProtocolVersion.V4);
        return proxy(CqlSession.class, (name, arguments) -> switch (name) {
            case "getKeyspace" -> Optional.of(CqlIdentifier.fromInternal("ids"));
            case "getContext" -> context;
            default -> {
                asked.set((Statement<?>) arguments[0]);
                throw new IllegalStateException("asked");
            }
        });
    }

    private interface Answer {
        Object to(String name, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answer.to(method.getName(), arguments)));
    }
}
