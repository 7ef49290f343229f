package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;
import io.mintmark.cassandra.CqlWire.Fate;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A session may have a policy that ignores failures, where lost data does no harm; a counter must not believe it. */
class IgnoredFailuresTest {
    /** The driver makes it by its name. */
    public static final class Ignoring implements RetryPolicy {
        public Ignoring(DriverContext context, String profile) {}

        @Override
        @SuppressWarnings("deprecation") // the driver still asks it
        public RetryDecision onReadTimeout(
                Request request, ConsistencyLevel level, int needed, int received, boolean data, int retries) {
            return RetryDecision.IGNORE;
        }

        @Override
        @SuppressWarnings("deprecation")
        public RetryDecision onWriteTimeout(
                Request request, ConsistencyLevel level, WriteType type, int needed, int received, int retries) {
            return RetryDecision.IGNORE;
        }

        @Override
        @SuppressWarnings("deprecation")
        public RetryDecision onUnavailable(
                Request request, ConsistencyLevel level, int needed, int alive, int retries) {
            return RetryDecision.IGNORE;
        }

        @Override
        @SuppressWarnings("deprecation")
        public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
            return RetryDecision.IGNORE;
        }

        @Override
        @SuppressWarnings("deprecation")
        public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
            return RetryDecision.IGNORE;
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldGiveNoNumbersWhereThePolicyIgnoresThatReplicasAreAway() {
        String name = TestCluster.fresh("ignored");
        AtomicReference<Fate> fate = new AtomicReference<>(Fate.PASS);
        try (CqlWire wire = new CqlWire(TestCluster.address(), fate::get);
                CqlSession ignoring = connect(wire)) {
            CassandraCounter counter = CassandraCounters.over(ignoring)
                    .keyspace(TestCluster.KEYSPACE)
                    .counter(name);
            assertThat(counter.reserve(10).high()).isEqualTo(10);

            fate.set(Fate.REFUSE);
            assertThatThrownBy(() -> counter.reserve(10))
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContainingAll(name, "retry policy", "ignores failures");
            assertThat(wire.met(Fate.REFUSE)).isOne();

            fate.set(Fate.PASS);
            assertThat(TestCluster.counters().counter(name).reserve(10).low()).isEqualTo(11);
            assertThat(counter.reserve(10).low()).isEqualTo(21);
        }
    }

    private static CqlSession connect(CqlWire wire) {
        DriverConfigLoader settings = TestCluster.settings("V4")
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, Ignoring.class)
                .build();
        return TestCluster.sessionBuilder(settings, List.of(wire.address()))
                .withAuthCredentials(TestCluster.SUPERUSER, TestCluster.SUPERUSER)
                .build();
    }
}
