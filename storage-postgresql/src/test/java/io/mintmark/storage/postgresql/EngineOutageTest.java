package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.StorageEngine.Outage.Kind;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An engine that is not there in whatever way: a node knows it soon, says how, waits for it no more, and goes on by
 * itself when it is there again. Times are bounds on a busy machine, far below what a node without a breaker takes;
 * {@code NightlyCutOffIT} measures them.
 */
@Timeout(120)
class EngineOutageTest {
    /** The first caller waits for two seconds at most; without a breaker one waits for five at least, and up to thirty. */
    private static final Duration FIRST = Duration.ofMillis(4_500);

    private static final Duration LATER = Duration.ofMillis(900);

    private static final String END_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE pid <> pg_backend_pid() AND datname = current_database()";

    /** What the node asks the engine to see whether it is there, and in how many sessions it was asked last. */
    private static final String PROBE = "current_setting('transaction_read_only')";

    private static final String PROBES = "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            + " AND datname = current_database() AND strpos(query, 'transaction_read_only') > 0";

    private static final byte[] RECORD = "{}".getBytes(UTF_8);

    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();
    private final DarkWire wire = opened.add(new DarkWire(WireCutter.portOf(url)));

    private PostgresEngine node(String through) {
        return opened.add(TestEngine.open(through, "A", TestEngine.BRISK));
    }

    private static Storage shop(PostgresEngine node) {
        DatabaseEntry entry = node.create("shop", RECORD);
        return node.open(entry, ChangeListener.NOBODY);
    }

    private Storage opened(Storage storage) {
        return opened.add(storage);
    }

    private static long identity(Storage storage) {
        return storage.write(new IdentityRequest("users", null));
    }

    /** What a client may ask for. */
    private static List<Callable<?>> calls(PostgresEngine node, Storage storage) {
        return List.of(
                () -> identity(storage),
                () -> storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test")),
                () -> storage.reads().read(DocumentId.of("a")),
                () -> node.database("other"),
                () -> node.create("more", RECORD));
    }

    private static Duration timeOf(Runnable work) {
        long begun = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Makes all calls at once; each is refused, and none waits longer than that. */
    private static void requireRefused(List<Callable<?>> calls, Duration most) {
        CallerThreads callers = new CallerThreads();
        List<CompletableFuture<Throwable>> refusals = new ArrayList<>();
        Duration all = timeOf(() -> {
            calls.forEach(
                    call -> refusals.add(CompletableFuture.supplyAsync(() -> catchThrowable(call::call), callers)));
            refusals.forEach(CompletableFuture::join);
        });
        assertThat(refusals)
                .allSatisfy(refusal -> assertThat(refusal.join())
                        .isInstanceOf(MintmarkException.class)
                        .satisfies(e -> assertThat(e instanceof StorageUnreachableException || isUnknown(e))
                                .as(e.toString())
                                .isTrue()));
        assertThat(all).isLessThan(most);
    }

    private static boolean isUnknown(Throwable e) {
        return e instanceof StorageFailedException
                && String.valueOf(e.getMessage()).contains("is not known");
    }

    private static @Nullable Kind kind(PostgresEngine node) {
        return node.outage().map(Outage::kind).orElse(null);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKnowSoonThatTheEngineVanishedInOneDirectionOrBothAndGoOnWhenItIsBack(Darkness darkness) {
        PostgresEngine node = node(wire.through(url));
        Storage storage = opened(shop(node));
        assertThat(identity(storage)).isEqualTo(1);

        wire.darken(darkness.ways);

        requireRefused(calls(node, storage), FIRST);
        assertThat(kind(node)).isEqualTo(Kind.VANISHED);
        assertThat(node.answers()).isFalse();
        assertThat(storage.writes(WriteKind.DOCUMENT)).isEqualTo(WriteState.UNREACHABLE);
        for (int again = 0; again < 20; again++) {
            requireRefused(calls(node, storage), LATER);
        }

        wire.lighten();
        Duration healing = timeOf(() -> Eventually.until(node::answers));
        assertThat(healing).isLessThan(FIRST);
        assertThat(storage.hasFailed()).isFalse();
        assertThat(onceKnown(storage)).isBetween(2L, 3L);
        assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
        assertThat(node.state()).isEqualTo(EngineState.SERVING);
    }

    /** What became of a commit under way is asked when the engine is back. */
    private static long onceKnown(Storage storage) {
        Eventually.until(() -> storage.writes(WriteKind.IDENTITY) == WriteState.TAKEN);
        return identity(storage);
    }

    enum Darkness {
        BOTH_WAYS(DarkWire.Way.TO_ENGINE, DarkWire.Way.TO_NODE),
        TO_ENGINE(DarkWire.Way.TO_ENGINE),
        TO_NODE(DarkWire.Way.TO_NODE);

        private final DarkWire.Way[] ways;

        Darkness(DarkWire.Way... ways) {
            this.ways = ways;
        }
    }

    @Test
    void shouldSayThatTheEngineRefuses() {
        WireCutter cutter = opened.add(new WireCutter(WireCutter.portOf(url)));
        PostgresEngine node = node(cutter.through(url));
        Storage storage = opened(shop(node));
        assertThat(identity(storage)).isEqualTo(1);

        cutter.cutAll();

        requireRefused(calls(node, storage), FIRST);
        Eventually.until(() -> kind(node) == Kind.REFUSED);
        requireRefused(calls(node, storage), LATER);

        cutter.mend();
        assertThat(timeOf(() -> Eventually.until(node::answers))).isLessThan(FIRST);
        assertThat(onceKnown(storage)).isEqualTo(2);
    }

    /** One session that ends, whosever it is, says nothing of the engine. */
    @Test
    void shouldNotTakeTheEndOfSessionsForAnOutage() throws SQLException {
        PostgresEngine node = node(wire.through(url));
        Storage storage = opened(shop(node));
        for (long round = 1; round <= 5; round++) {
            run(END_OTHERS);
            assertThat(identity(storage)).isEqualTo(round);
            Eventually.until(() -> !"0".equals(TestEngine.ask(url, PROBES)));
            assertThat(node.outage()).isEmpty();
        }
    }

    /** An engine that gives one session after the other is there. */
    @Test
    void shouldNotTakeManySessionsThatEndInARowForAnOutage() {
        WireCutter cutter = opened.add(new WireCutter(WireCutter.portOf(url)));
        PostgresEngine node = node(cutter.through(url));
        Storage storage = opened(shop(node));

        cutter.cutQuestions(PROBE, 10);

        Eventually.until(() -> cutter.questionsLeft() == 0);
        assertThat(identity(storage)).isEqualTo(1);
        assertThat(node.outage()).isEmpty();
    }

    @Test
    void shouldReadOnWhereTheEngineTakesNoWrites() throws SQLException {
        PostgresEngine node = node(wire.through(url));
        Storage storage = opened(shop(node));
        String database = url.replaceFirst(".*/([^?]+)\\?.*", "$1");

        run("ALTER DATABASE " + database + " SET default_transaction_read_only = on", END_OTHERS);

        Eventually.until(() -> kind(node) == Kind.READ_ONLY);
        assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
        assertThatThrownBy(() -> identity(storage)).isInstanceOf(StorageUnreachableException.class);
        assertThat(node.answers()).isFalse();

        run(
                "SET default_transaction_read_only = off",
                "ALTER DATABASE " + database + " RESET default_transaction_read_only",
                END_OTHERS);
        assertThat(timeOf(() -> Eventually.until(node::answers))).isLessThan(FIRST);
        assertThat(identity(storage)).isEqualTo(1);
    }

    @Test
    void shouldReadOnWhereWritesAreNotAnsweredInTime() throws SQLException {
        PostgresEngine node = node(wire.through(url));
        Storage storage = opened(shop(node));
        try (Connection other = DriverManager.getConnection(url);
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE mintmark.node IN EXCLUSIVE MODE");

            Eventually.until(() -> kind(node) == Kind.SLOW);
            assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
            assertThatThrownBy(() -> identity(storage)).isInstanceOf(StorageUnreachableException.class);
            other.rollback();
        }
        Eventually.until(node::answers);
        assertThat(identity(storage)).isEqualTo(1);
    }

    /** What PostgreSQL answers where a table needs a page and the disk has none; reads need none. */
    @Test
    void shouldReadOnWhereTheDiskIsFull() throws SQLException {
        PostgresEngine node = node(wire.through(url));
        Storage storage = opened(shop(node));

        run("CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;"
                + " CREATE TRIGGER no_space BEFORE UPDATE ON mintmark.node EXECUTE FUNCTION no_space()");

        Eventually.until(() -> kind(node) == Kind.FULL);
        assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
        assertThatThrownBy(() -> identity(storage)).isInstanceOf(StorageUnreachableException.class);
        assertThat(node.answers()).isFalse();

        run("DROP TRIGGER no_space ON mintmark.node");
        assertThat(timeOf(() -> Eventually.until(node::answers))).isLessThan(FIRST);
        assertThat(identity(storage)).isEqualTo(1);
    }

    @Test
    void shouldSayThatTheEngineHasNoRoomForConnections() throws SQLException {
        String database = url.replaceFirst(".*/([^?]+)\\?.*", "$1");
        String role = "role_" + database;
        run("CREATE ROLE " + role + " LOGIN PASSWORD 'secret'; GRANT CREATE ON DATABASE " + database + " TO " + role);
        PostgresEngine node = node(wire.through(url)
                .replace("user=postgres", "user=" + role)
                .replace("password=postgres", "password=secret"));
        Storage storage = opened(shop(node));

        run("ALTER DATABASE " + database + " CONNECTION LIMIT 0; SELECT pg_terminate_backend(pid)"
                + " FROM pg_stat_activity WHERE usename = '" + role + "'");

        Eventually.until(() -> kind(node) == Kind.FULL);
        requireRefused(calls(node, storage), FIRST);
        requireRefused(calls(node, storage), LATER);

        run("ALTER DATABASE " + database + " CONNECTION LIMIT -1");
        assertThat(timeOf(() -> Eventually.until(node::answers))).isLessThan(FIRST);
        assertThat(identity(storage)).isEqualTo(1);
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                boolean ignored = statement.execute(sql);
            }
        }
    }
}
