package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeSourceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call ends within its deadline, says what it waited for, and leaves nothing of itself or of its caller behind. */
class CallsTest {
    private static final TestDatabase DATABASE = TestDatabase.POSTGRES;
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void shouldNameThePoolWhenItsConnectionsAreHeld() throws SQLException {
        try (HikariDataSource pool = pool(1)) {
            JdbcCounter counter = counter(pool, SOON);
            try (Connection held = pool.getConnection()) {
                assertThat(held.isValid(1)).isTrue();
                assertThatThrownBy(() -> counter.reserve(10))
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContainingAll(
                                "gave no connection within 500 ms", "one connection more than threads");
                require(
                        () -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0,
                        "nobody waits for it still");
            }
            assertThat(counter.reserve(10).low()).isEqualTo(1);
        }
    }

    @Test
    void shouldNameThePoolWhenItGivesUpItself() throws SQLException {
        try (HikariDataSource pool = pool(1)) {
            pool.setConnectionTimeout(250);
            JdbcCounter counter = counter(pool, LONG);
            try (Connection held = pool.getConnection()) {
                assertThat(held.isValid(1)).isTrue();
                assertThatThrownBy(() -> counter.reserve(10))
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContainingAll(
                                "the data source gave no connection",
                                "request timed out after",
                                "one connection more than threads");
            }
        }
    }

    /** As many threads as connections, each of which holds one and wants a number: the generator's callers hear why. */
    /** Advice about pools leads astray whom the database itself turned away. */
    @Test
    void shouldNameWhatWasRefusedAndNoPoolWhereTheDatabaseGivesNoConnection(@TempDir Path folder) throws SQLException {
        String file = "jdbc:sqlite:" + folder.resolve("missing/shop.db");
        String memory = "jdbc:h2:mem:locked";
        Properties wrong = new Properties();
        wrong.setProperty("user", "ada");
        wrong.setProperty("password", "wrong");
        try (Connection open = DriverManager.getConnection(memory, "ada", "right")) {
            assertThat(open.isValid(1)).isTrue();

            assertNoConnection(JdbcRanges.over(memory, wrong)).hasMessageContaining("Check the user and the password");
        }
        assertNoConnection(JdbcRanges.over(file, new Properties()))
                .hasMessageContaining("Check the file's name, and that its folder is there");
        assertNoConnection(JdbcRanges.over("jdbc:h2:" + folder.resolve("none") + ";IFEXISTS=TRUE", new Properties()))
                .hasMessageContaining("Create the database, or correct its name");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertNoConnection(JdbcRanges ranges) {
        return assertThatThrownBy(() -> ranges.counter("orders").build())
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("gave no connection")
                .hasMessageNotContaining("pool");
    }

    @Test
    void shouldTellEveryThreadOfAPoolAsLargeAsTheThreads() throws Exception {
        int threads = 4;
        CyclicBarrier all = new CyclicBarrier(threads);
        try (HikariDataSource pool = pool(threads)) {
            JdbcCounter counter = counter(pool, SOON);
            try (StrictHiLo ids =
                    HiLo.over(counter).name("orders").deadline(LONG).strict()) {
                List<CompletableFuture<Throwable>> told = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    told.add(CompletableFuture.supplyAsync(() -> numberWhileHolding(pool, all, ids), inThread()));
                }
                for (CompletableFuture<Throwable> one : told) {
                    assertThat(one.get(1, TimeUnit.MINUTES)).hasMessageContaining("gave no connection within 500 ms");
                }
                assertThat(ids.next()).as("once they let go").isEqualTo(1);
            }
        }
    }

    private static Throwable numberWhileHolding(DataSource pool, CyclicBarrier all, StrictHiLo ids) {
        return catchThrowable(() -> {
            try (Connection held = pool.getConnection()) {
                all.await();
                try {
                    ids.next();
                } finally {
                    all.await();
                }
            }
        });
    }

    @Test
    void shouldEndTheConnectionOfALateCall() throws SQLException {
        try (HikariDataSource pool = pool(2)) {
            JdbcCounter counter = counter(pool, SOON);
            counter.reserve(10);
            try (Connection holder = DATABASE.source().getConnection()) {
                lockTheRow(holder, counter);
                assertThatThrownBy(() -> counter.reserve(10))
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContainingAll("did not answer within 2000 ms", "gap", "deadline");
                require(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0, "no connection is kept");
                letGo(holder);
            }
            assertThat(counter.reserve(10).low()).as("above what is a gap now").isGreaterThanOrEqualTo(11);
        }
    }

    @Test
    void shouldSayThatAnEarlierCallHoldsItUp() throws Exception {
        try (HikariDataSource pool = pool(2)) {
            JdbcCounter counter = counter(pool, SOON);
            counter.reserve(10);
            try (Connection holder = DATABASE.source().getConnection()) {
                lockTheRow(holder, counter);
                Caller first = new Caller(() -> counter.reserve(10));
                requireLockWaiters(1);
                first.interrupt();

                assertThat(first.failure())
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContaining("interrupted");
                assertThat(first.staysInterrupted()).isTrue();
                assertThatThrownBy(() -> counter.reserve(10))
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContaining("within 2000 ms");
                require(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0, "the late call was ended");
                letGo(holder);
            }
            assertThat(counter.reserve(10).low()).isGreaterThanOrEqualTo(11);
        }
    }

    @Test
    void shouldLeaveTheNumbersOfAnInterruptedCallerAGap() throws Exception {
        try (HikariDataSource pool = pool(2)) {
            JdbcCounter counter = counter(pool, LONG);
            counter.reserve(10);
            try (Connection holder = DATABASE.source().getConnection()) {
                lockTheRow(holder, counter);
                Caller first = new Caller(() -> counter.reserve(10));
                requireLockWaiters(1);
                first.interrupt();
                assertThat(first.failure())
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContaining("gap");
                letGo(holder);
            }
            assertThat(counter.reserve(10).low())
                    .as("after the range that nobody saw")
                    .isEqualTo(21);
        }
    }

    /** Waiting for a connection in the name of a caller that is gone would take it from others. */
    @Test
    void shouldWaitForNoConnectionOnceItsCallerWasInterrupted() throws Exception {
        try (HikariDataSource pool = pool(1)) {
            JdbcCounter counter = counter(pool, LONG);
            try (Connection held = pool.getConnection()) {
                assertThat(held.isValid(1)).isTrue();
                Caller caller = new Caller(() -> counter.reserve(10));
                require(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1, "it waits");
                caller.interrupt();

                assertThat(caller.failure()).hasMessageContaining("interrupted");
                require(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0, "nobody waits");
            }
            assertThat(counter.reserve(10).low()).as("nothing was reserved").isEqualTo(1);
        }
    }

    @Test
    void shouldShowTheCallerInAFailure() {
        Throwable failure = catchThrowable(() -> DATABASE.ranges()
                .counter(Preset.EF_CORE.counter().sequence(TestDatabase.fresh("missing")))
                .build());

        assertThat(failure.getStackTrace())
                .as("where it happened, and who asked")
                .anyMatch(frame -> frame.getClassName().endsWith("CounterInspection"))
                .anyMatch(frame -> frame.getClassName().equals(CallsTest.class.getName()));
    }

    @Test
    void shouldCarryNothingOfTheCallerToItsThreads() throws Exception {
        InheritableThreadLocal<String> callers = new InheritableThreadLocal<>();
        callers.set("transaction");
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        AtomicReference<Thread> worker = new AtomicReference<>();
        ClassLoader application = new ClassLoader(CallsTest.class.getClassLoader()) {};
        DataSource watched = BoundSource.proxy(DataSource.class, (method, arguments) -> {
            seen.add(callers.get() + " " + (Thread.currentThread().getContextClassLoader() == application));
            worker.set(Thread.currentThread());
            return method.invoke(DATABASE.source(), arguments);
        });

        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        caller.setContextClassLoader(application);
        try {
            counter(watched, LONG).reserve(10);
        } finally {
            caller.setContextClassLoader(before);
            callers.remove();
        }

        assertThat(seen).isNotEmpty().containsOnly("null true");
        assertThat(worker.get()).isNotSameAs(caller);
        assertThat(worker.get().isDaemon()).isTrue();
        assertThat(worker.get().getContextClassLoader()).isNotSameAs(application);
        worker.get().join(TimeUnit.SECONDS.toMillis(30));
        assertThat(worker.get().isAlive()).as("a thread without work").isFalse();
    }

    private static JdbcCounter counter(DataSource source, Duration deadline) {
        return JdbcRanges.over(source)
                .deadline(deadline)
                .counter(TestDatabase.fresh("called"))
                .build();
    }

    private static String nameOf(JdbcCounter counter) {
        return counter.description().name().replace(JdbcRanges.TABLE + " ", "");
    }

    private static HikariDataSource pool(int most) {
        HikariDataSource known = (HikariDataSource) DATABASE.source();
        HikariDataSource pool = Engines.pool(known.getJdbcUrl(), known.getUsername(), known.getPassword());
        pool.setMaximumPoolSize(most);
        return pool;
    }

    private static void lockTheRow(Connection holder, JdbcCounter counter) throws SQLException {
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.execute(
                    "SELECT 1 FROM mintmark_counter WHERE counter_name = '" + nameOf(counter) + "' FOR UPDATE");
        }
    }

    private static void letGo(Connection holder) throws SQLException {
        holder.rollback();
        holder.setAutoCommit(true);
    }

    private static void requireLockWaiters(long number) {
        String waiters = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND query LIKE 'UPDATE%mintmark_counter%'";
        require(() -> DATABASE.number(waiters) >= number, "a reservation must wait");
    }

    /** Looks until it holds; the time only bounds a test that fails. */
    private static void require(BooleanSupplier holds, String what) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static java.util.concurrent.Executor inThread() {
        return task -> new Thread(task).start();
    }

    /** A thread that calls, and what it was told. */
    private static final class Caller {
        private final CountDownLatch over = new CountDownLatch(1);
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final AtomicReference<Boolean> interrupted = new AtomicReference<>(false);
        private final Thread thread;

        Caller(Runnable call) {
            thread = new Thread(() -> {
                failure.set(catchThrowable(call::run));
                interrupted.set(Thread.currentThread().isInterrupted());
                over.countDown();
            });
            thread.start();
        }

        void interrupt() {
            thread.interrupt();
        }

        Throwable failure() throws InterruptedException {
            assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
            return failure.get();
        }

        boolean staysInterrupted() {
            return interrupted.get();
        }
    }
}
