package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.mintmark.range.Range;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A plain write beside lightweight transactions wins by its clock, and transactions that were acknowledged after it are
 * not seen. That repeats numbers; a row that shows the traces is refused.
 */
class PlainWritesTest {
    private static final String TABLE = TestCluster.KEYSPACE + "." + CassandraCounters.TABLE;

    private final CqlSession session = TestCluster.session();

    /** The twin: an acknowledged reservation that a plain write of a clock ahead of others hides. */
    @Test
    void shouldRepeatNumbersWhereNobodyLooksAtTheTraces() {
        String name = TestCluster.fresh("naive");
        NaiveCounter.create(session, name);
        NaiveCounter counter = new NaiveCounter(session, name);
        session.execute(
                "UPDATE " + NaiveCounter.TABLE + " USING TIMESTAMP " + inAnHour() + " SET max = 500 WHERE name = ?",
                name);

        Range first = counter.reserve(10);
        Range second = counter.reserve(10);

        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldRefuseToOpenACounterWhoseNumberWasWrittenAlone() {
        String name = opened();
        session.execute("UPDATE " + TABLE + " SET max = 500 WHERE name = ?", name);

        assertThatThrownBy(() -> TestCluster.counters().counter(name))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(
                        name, "something else than a lightweight transaction", "different times", "IF EXISTS");
    }

    @Test
    void shouldRefuseToOpenACounterThatEnds() {
        String name = opened();
        session.execute(
                "UPDATE " + TABLE + " USING TTL 1000 SET max = 500, serial = 7, request = uuid() WHERE name = ?", name);

        assertThatThrownBy(() -> TestCluster.counters().counter(name))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(name, "by a TTL");
    }

    @Test
    void shouldRefuseToOpenACounterThatIsNotWhole() {
        String name = TestCluster.fresh("half");
        session.execute("INSERT INTO " + TABLE + " (name, max) VALUES (?, 7)", name);

        assertThatThrownBy(() -> TestCluster.counters().counter(name))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(name, "max=7", "serial=null");
    }

    @Test
    void shouldRefuseANumberTwiceWhereAcknowledgedReservationsAreHidden() {
        String name = TestCluster.fresh("hidden");
        CassandraCounter counter = TestCluster.counters().counter(name);
        session.execute(
                "UPDATE " + TABLE + " USING TIMESTAMP " + inAnHour()
                        + " SET max = 500, serial = 7, request = uuid() WHERE name = ?",
                name);

        Range hidden = counter.reserve(10);

        assertThat(hidden.low()).isEqualTo(501);
        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(name, "went back", "max is 500", "up to 510");
    }

    /** Neither sees what the other one reserves: the write hides both. */
    @Test
    void shouldRefuseANumberThatWasWrittenAloneBesideOpenCounters() {
        String name = opened();
        CassandraCounter first = TestCluster.counters().counter(name);
        CassandraCounter second = TestCluster.counters().counter(name);
        session.execute("UPDATE " + TABLE + " USING TIMESTAMP " + inAnHour() + " SET max = 500 WHERE name = ?", name);

        for (CassandraCounter counter : List.of(first, second)) {
            assertThatThrownBy(() -> counter.reserve(10))
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContainingAll(name, "something else than a lightweight transaction", "IF EXISTS");
        }
    }

    @Test
    void shouldTakeACounterThatWasSetByOneTransaction() {
        String name = opened();
        session.execute(
                "UPDATE " + TABLE + " SET max = 5000, serial = 9, request = uuid() WHERE name = ? IF EXISTS", name);

        assertThat(TestCluster.counters().counter(name).reserve(1).low()).isEqualTo(5001);
    }

    private static String opened() {
        String name = TestCluster.fresh("plain");
        assertThat(TestCluster.counters().counter(name).reserve(10).high()).isEqualTo(10);
        return name;
    }

    private static long inAnHour() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1));
    }
}
