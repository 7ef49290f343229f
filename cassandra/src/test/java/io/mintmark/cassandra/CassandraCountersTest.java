package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.mintmark.decimal.LaunchLog;
import io.mintmark.decimal.LaunchRefusedException;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.number.WorkerLease;
import io.mintmark.number.WorkerLeases;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Counters are opened in a keyspace and a table that can hold them; what cannot is refused by name. */
class CassandraCountersTest {
    private final CqlSession session = TestCluster.session();

    @Test
    void shouldGoOnWhereACounterStood() {
        String name = TestCluster.fresh("orders");
        try (StrictHiLo ids =
                HiLo.over(TestCluster.counters().counter(name)).name(name).strict()) {
            assertThat(ids.next()).isEqualTo(1);
            assertThat(ids.next()).isEqualTo(2);
        }

        try (StrictHiLo ids =
                HiLo.over(TestCluster.counters().counter(name)).name(name).strict()) {
            assertThat(ids.next()).isEqualTo(3);
        }
    }

    @Test
    void shouldShareACounterAmongNamesOfOneKeyForm() {
        String name = TestCluster.fresh("Orders");
        CassandraCounters counters = TestCluster.counters();

        assertThat(counters.counter(name).reserve(1).low()).isEqualTo(1);
        assertThat(counters.counter(name.toUpperCase(java.util.Locale.ROOT))
                        .reserve(1)
                        .low())
                .isEqualTo(2);
    }

    /** A process does not contend with itself, whichever object its callers have. */
    @Test
    void shouldTakeARangeBackFromAnotherObjectOfThisProcess() {
        String name = TestCluster.fresh("orders");
        CassandraCounters counters = TestCluster.counters();
        var range = counters.counter(name).reserve(10);

        assertThat(TestCluster.counters().counter(name).giveBack(range, 4))
                .as("another program")
                .isFalse();
        assertThat(counters.counter(name).giveBack(range, 4)).isTrue();
    }

    /** All objects share one stream, which must wait as long for the driver as the most patient of them wants. */
    @Test
    void shouldWaitForTheDriverAsLongAsTheLongestDeadlineSays() {
        Set<Duration> waited = ConcurrentHashMap.newKeySet();
        CqlSession watched = (CqlSession) Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, (self, method, arguments) -> {
                    if (method.getName().equals("executeAsync") && arguments[0] instanceof BoundStatement statement) {
                        waited.add(Objects.requireNonNull(statement.getTimeout()));
                    }
                    return method.invoke(session, arguments);
                });
        String name = TestCluster.fresh("orders");
        CassandraCounters counters = CassandraCounters.over(watched).keyspace(TestCluster.KEYSPACE);
        CassandraCounter hasty = counters.deadline(Duration.ofSeconds(40)).counter(name);
        CassandraCounter patient = counters.deadline(Duration.ofSeconds(80)).counter(name);
        waited.clear();

        assertThat(patient.reserve(10).low()).isEqualTo(1);
        assertThat(hasty.reserve(10).low()).isEqualTo(11);

        assertThat(waited).containsExactly(Duration.ofSeconds(20));
    }

    @Test
    void shouldNumberLaunchesOneAtATime() {
        String name = TestCluster.fresh("launches");
        LaunchLog log = new LaunchLog(TestCluster.counters().counter(name));
        LaunchLog elsewhere = new LaunchLog(TestCluster.counters().counter(name));

        var first = log.begin();
        var second = elsewhere.begin();

        assertThat(first.id()).isEqualTo(1);
        assertThat(second.id()).isEqualTo(2);
        log.join(second);
        assertThatThrownBy(() -> elsewhere.join(first)).isInstanceOf(LaunchRefusedException.class);
    }

    @Test
    void shouldGiveEachWorkerALeaseOfItsOwn() {
        String name = TestCluster.fresh("workers");
        Duration slot = Duration.ofMinutes(10);
        WorkerLeases here = WorkerLeases.shared(TestCluster.counters().counter(name), 4, slot);
        WorkerLeases there = WorkerLeases.shared(TestCluster.counters().counter(name), 4, slot);
        long second = 1_900_000_000;

        WorkerLease first = here.reserve(second);
        WorkerLease other = there.reserve(second);

        assertThat(other.worker()).isEqualTo(first.worker() + 1);
        assertThat(other.notBeforeSecond()).isEqualTo(first.notBeforeSecond());
    }

    @Test
    void shouldSayWhatAReservationSurvives() {
        Durability durability =
                TestCluster.counters().counter(TestCluster.fresh("orders")).durability();

        assertThat(durability.level()).isEqualTo(Durability.Level.DURABLE);
        assertThat(durability.why()).contains("replication_factor=1", "[batch]");
    }

    @Test
    void shouldRefuseAKeyspaceThatIsNotThere() {
        assertThatThrownBy(() -> TestCluster.counters().keyspace("nowhere").counter("orders"))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("keyspace nowhere", "not there", "create it");
    }

    @Test
    void shouldMakeTheTableThatThePageShows() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "cassandra.md")))
                .contains("\n" + TestCluster.counters().tableDefinition() + "\n");
    }

    @Test
    void shouldAskForAKeyspace() {
        assertThatThrownBy(() -> CassandraCounters.over(session).counter("orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("need a keyspace", "keyspace(...)");
    }

    @Test
    void shouldRefuseATableThatIsMissing() {
        CassandraCounters counters = TestCluster.counters().keyspace("empty");

        assertThatThrownBy(() -> counters.counter("orders"))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(
                        "empty.mintmark_counter", "not there", counters.tableDefinition(), "createTable()");
    }

    @Test
    void shouldRefuseATableOfAnotherShape() {
        session.execute("CREATE TABLE ids.others (name text PRIMARY KEY, max counter)");

        assertThatThrownBy(() -> TestCluster.counters().table("others").counter("orders"))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("ids.others", "no table of counters", "max=regular counter");
    }

    @Test
    void shouldRefuseATableWhoseRowsEnd() {
        session.execute("CREATE TABLE ids.ending (name text PRIMARY KEY, max bigint, serial bigint, request uuid)"
                + " WITH default_time_to_live = 1000");

        assertThatThrownBy(() -> TestCluster.counters().table("ending").counter("orders"))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("ids.ending", "default_time_to_live=1000");
    }

    @Test
    void shouldUseATableWhoseNameIsSpeltAsItIsGiven() {
        CassandraCounters counters = TestCluster.counters().table("MyCounters");
        counters.createTable();
        counters.createTable();

        assertThat(counters.counter("orders").reserve(1).low()).isEqualTo(1);
        assertThat(counters.tableDefinition()).contains("ids.\"MyCounters\"");
    }

    @Test
    void shouldRefuseANameThatCassandraDoesNotTake() {
        assertThatThrownBy(() -> TestCluster.counters().table("my counters").createTable())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("refuses the table ids.\"my counters\"", "Name another table");
    }

    @Test
    void shouldRefuseALoginThatMayNotChangeTheTable() {
        String name = TestCluster.fresh("orders");
        assertThat(TestCluster.counters().counter(name).reserve(1).low()).isEqualTo(1);
        session.execute("CREATE ROLE reader WITH PASSWORD = 'reader' AND LOGIN = true");
        session.execute("GRANT SELECT ON KEYSPACE ids TO reader");

        asLogin(
                "reader",
                counters -> assertThatThrownBy(() -> counters.counter(name))
                        .isInstanceOf(UnsafeCounterException.class)
                        .hasMessageContainingAll("may not use", "MODIFY", "ids.mintmark_counter"));
    }

    /** What a login may not read is not judged in its favour. */
    @Test
    void shouldSayBestEffortToALoginThatMayNotReadSettings() {
        String name = TestCluster.fresh("orders");
        assertThat(TestCluster.counters().counter(name).reserve(1).low()).isEqualTo(1);
        session.execute("CREATE ROLE writer WITH PASSWORD = 'writer' AND LOGIN = true");
        session.execute("GRANT SELECT ON KEYSPACE ids TO writer");
        session.execute("GRANT MODIFY ON KEYSPACE ids TO writer");

        asLogin("writer", counters -> {
            CassandraCounter counter = counters.counter(name);
            assertThat(counter.reserve(1).low()).isEqualTo(2);
            assertThat(counter.durability().level()).isEqualTo(Durability.Level.BEST_EFFORT);
            assertThat(counter.durability().why()).contains("did not say how it syncs");
        });
    }

    private static void asLogin(String login, Consumer<CassandraCounters> work) {
        try (CqlSession theirs = TestCluster.connect(TestCluster.address(), login, "V4")) {
            work.accept(CassandraCounters.over(theirs).keyspace(TestCluster.KEYSPACE));
        }
    }

    @Test
    void shouldRefuseASessionOfAnotherProtocol() {
        try (CqlSession newer = TestCluster.connect(TestCluster.address(), TestCluster.SUPERUSER, "V5")) {
            assertThatThrownBy(
                            () -> CassandraCounters.over(newer).keyspace("ids").counter("orders"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("version 4", "V5", "advanced.protocol.version = V4");
        }
    }

    @Test
    void shouldRefuseNamesThatAreNone() {
        CassandraCounters counters = TestCluster.counters();

        assertThatThrownBy(() -> counters.counter("")).hasMessageContaining("it has 0");
        assertThatThrownBy(() -> counters.counter("x".repeat(256))).hasMessageContaining("it has 256");
        assertThatThrownBy(() -> counters.ceiling(0)).hasMessageContaining("ceiling=0");
        assertThatThrownBy(() -> counters.counter(TestCluster.fresh("orders")).reserve(0))
                .hasMessageContaining("size=0");
    }
}
