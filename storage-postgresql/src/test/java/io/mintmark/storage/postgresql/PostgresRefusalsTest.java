package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine that cannot carry a node is refused with its remedy, and no password is told. */
@Timeout(120)
class PostgresRefusalsTest {
    private static final String SECRET = "correct-horse";

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String url) {
        return assertThatThrownBy(() -> TestEngine.open(url, "A", ClaimTimes.DEFAULT))
                .isInstanceOf(MintmarkException.class)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain(SECRET, "password=", "\n"));
    }

    private static PostgresAddress address(String url) {
        return new PostgresAddress(url, Optional.of("ada"), Optional.of(SECRET), "mintmark", 16, Duration.ofSeconds(5));
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        assertRefused("jdbc:postgresql://127.0.0.1:1/shop?password=" + SECRET)
                .hasMessageContaining("127.0.0.1:1/shop cannot be reached")
                .hasMessageContaining("--store");
    }

    @Test
    void shouldSayThatTheDatabaseIsNotThere() {
        String url = TestPostgres.fresh().replaceFirst("/mintmark[0-9]+", "/nowhere");

        assertRefused(url).hasMessageContaining("CREATE DATABASE nowhere");
    }

    @Test
    void shouldSayThatTheLoginIsRefused() {
        String url = TestPostgres.fresh().replaceFirst("user=postgres", "user=nobody_" + System.nanoTime());

        assertRefused(url)
                .hasMessageContaining("refused the login of the user nobody_")
                .hasMessageContaining("MINTMARK_STORE_PASSWORD");
    }

    @Test
    void shouldSayThatTheUserMayNotMakeTheSchema() {
        String url = TestPostgres.fresh();
        String user = "poor" + System.nanoTime();
        TestPostgres.run(url, "CREATE USER " + user + " PASSWORD '" + SECRET + "'");

        assertRefused(url.replaceFirst("user=postgres", "user=" + user))
                .hasMessageContaining("CREATE SCHEMA mintmark AUTHORIZATION " + user);
    }

    @Test
    void shouldNeedNoRightToMakeASchemaThatIsThere() {
        String url = TestPostgres.fresh();
        String user = "owner" + System.nanoTime();
        TestPostgres.run(url, "CREATE USER " + user + " PASSWORD '" + SECRET + "'");
        TestPostgres.run(url, "CREATE SCHEMA mintmark AUTHORIZATION " + user);

        try (PostgresEngine engine = TestEngine.open(url.replaceFirst("user=postgres", "user=" + user))) {
            assertThat(engine.state()).isEqualTo(EngineState.SERVING);
        }
    }

    @Test
    void shouldSayThatAReplicaTakesNoWrites() {
        String url = TestPostgres.fresh();
        TestPostgres.run(
                url,
                "ALTER DATABASE " + TestEngine.address(url).database() + " SET default_transaction_read_only = on");

        assertRefused(url).hasMessageContaining("takes no writes, as a replica does: name the primary");
    }

    /** Nothing of it passes by waiting, and a caller waits meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayAtFirstThatATableOrARightIsMissing(boolean mayUse) {
        String user = "guest" + System.nanoTime();
        AtomicInteger attempts = new AtomicInteger();
        AtomicLong nanos = new AtomicLong();
        try (TestCluster cluster = new TestCluster()) {
            cluster.execute("CREATE USER " + user + " SUPERUSER PASSWORD '" + SECRET + "'");
            cluster.execute(mayUse ? "DROP TABLE node_state" : "ALTER USER " + user + " NOSUPERUSER");
            DataSource pool = cluster.pool(cluster.url().replaceFirst("user=postgres", "user=" + user));
            DataSource counted = Intercepted.of(DataSource.class, pool, (method, arguments, call) -> {
                attempts.incrementAndGet();
                return call.make(arguments);
            });

            assertThatThrownBy(() -> cluster.open("A", 1, counted, () -> nanos.addAndGet(300_000_000)))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("shop cannot be opened")
                    .hasMessageContaining("node_state")
                    .hasMessageContaining("GRANT");
        }

        assertThat(attempts).hasValue(1);
    }

    /** The twin: what passes by itself is tried again. */
    @Test
    void shouldOpenADatabaseWhoseConnectionBreaks() {
        AtomicInteger attempts = new AtomicInteger();
        try (TestCluster cluster = new TestCluster()) {
            DataSource broken = Intercepted.of(DataSource.class, cluster.source(), (method, arguments, call) -> {
                if (attempts.incrementAndGet() == 1) {
                    throw new SQLException("the cable is out", "08006");
                }
                return call.make(arguments);
            });

            cluster.open("A", 1, broken).close();
        }

        assertThat(attempts).hasValueGreaterThan(1);
    }

    @Test
    void shouldRefuseALayoutThatIsNewer() {
        String url = TestPostgres.fresh();
        TestEngine.open(url).close();
        TestEngine.run(url, "UPDATE layout SET version = 1000");

        assertRefused(url).hasMessageContaining("layout version 1000").hasMessageContaining("run the newer Mintmark");
    }

    @Test
    void shouldRefuseADatabaseThatCannotHoldEveryName() {
        String url = TestPostgres.fresh();
        String name = "latin" + System.nanoTime();
        TestPostgres.run(url, "CREATE DATABASE " + name + " ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");

        assertRefused(url.replaceFirst("/mintmark[0-9]+", "/" + name))
                .hasMessageContaining("ENCODING 'UTF8' TEMPLATE template0");
    }

    @Test
    void shouldTellTheStoreClassOfTheEnginesSettings() {
        String url = TestPostgres.fresh();
        try (PostgresEngine engine = TestEngine.open(url)) {
            assertThat(engine.storeClass().level()).isEqualTo(StoreClass.Level.DURABLE);
        }
        TestPostgres.run(url, "ALTER DATABASE " + TestEngine.address(url).database() + " SET synchronous_commit = off");
        try (PostgresEngine engine = TestEngine.open(url)) {
            assertThat(engine.storeClass())
                    .isEqualTo(new StoreClass(StoreClass.Level.BEST_EFFORT, "synchronous_commit is off"));
        }
    }

    @Test
    void shouldTellTheStoreClassOfSettingsThatChangeUnderARunningNode() throws InterruptedException {
        String url = TestPostgres.fresh();
        try (PostgresEngine engine = TestEngine.open(url)) {
            String database = TestEngine.address(url).database();
            TestPostgres.run(url, "ALTER DATABASE " + database + " SET synchronous_commit = off");
            // As a failover does: the connections end, and those that follow meet other settings.
            TestPostgres.run(
                    url,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database
                            + "' AND pid <> pg_backend_pid()");

            Eventually.until(() -> engine.storeClass().level() == StoreClass.Level.BEST_EFFORT);
            assertThat(engine.storeClass().why()).isEqualTo("synchronous_commit is off");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:sqlite:shop",
                "postgres://h/d",
                "jdbc:postgresql://h:port/d",
                "jdbc:postgresql://h/d?currentSchema=x",
                "jdbc:postgresql://h/d?sslmode=require&socketTimeout=1",
                "jdbc:postgresql://h/d?user=eve",
                "jdbc:postgresql://h/d?password=correct-horse"
            })
    void shouldRefuseAnAddressThatCannotBe(String url) {
        assertThatThrownBy(() -> address(url))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("store")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain(SECRET));
    }

    @Test
    void shouldShowNothingOfAnAddressButThePlace() {
        PostgresAddress address = address("jdbc:postgresql://one,two:5433/ids?sslmode=verify-full");

        assertThat(address.shown()).isEqualTo("one:5432,two:5433/ids");
        assertThat(address).hasToString("PostgresAddress[one:5432,two:5433/ids, schema=mintmark, connections=16]");
    }
}
