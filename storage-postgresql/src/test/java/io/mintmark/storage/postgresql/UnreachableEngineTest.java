package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.group.NodeRangeStorage;
import io.mintmark.storage.group.ReservationAmount;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Opened;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that cannot be reached for a while: refused without a trace, and used again as soon as it answers. */
@Timeout(60)
class UnreachableEngineTest {
    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster(Duration.ofMillis(500)));
    private final WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(cluster.url())));
    private final HikariDataSource pool = cluster.pool(wire.through(cluster.url()));
    private final PostgresStorage storage = opened.add(cluster.open("A", 1, pool));

    private static long low(Storage storage) {
        return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"))
                .low();
    }

    @Test
    void shouldRefuseWithoutATraceAndGoOnWhenItIsBack() {
        assertThat(low(storage)).isEqualTo(1);
        wire.cutAll();

        assertThatThrownBy(() -> low(storage))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("nothing of this request was done");
        assertThatThrownBy(() -> storage.reads().read(DocumentId.of("a")))
                .isInstanceOf(StorageUnreachableException.class);
        assertThatThrownBy(storage.reads()::statistics).isInstanceOf(StorageUnreachableException.class);
        assertThat(storage.hasFailed()).isFalse();

        wire.mend();
        assertThat(onceItAnswers(() -> low(storage))).isEqualTo(33);
        assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
    }

    @Test
    void shouldGoOnWithRangesWhileTheNodeOwnsNumbers() {
        AtomicLong nanos = new AtomicLong();
        LeaseSerials serials = new LeaseSerials(1L << 39);
        serials.committed(1L << 40);
        NodeRangeStorage node = new NodeRangeStorage(
                storage, NodeTag.of("A"), serials, ReservationAmount.SHARED_STORE, InstantSource.system(), nanos::get);
        LongSupplier next = () -> {
            nanos.addAndGet(100_000_000);
            return low(node);
        };
        for (int asked = 0; node.numbersAhead() == 0; asked++) {
            assertThat(asked).as("ranges that were asked for").isLessThan(200);
            long ignored = next.getAsLong();
        }
        long before = next.getAsLong();

        wire.cutAll();

        for (int range = 1; range <= 100; range++) {
            assertThat(next.getAsLong()).isEqualTo(before + 32 * range);
        }
        assertThatThrownBy(() -> node.write(new IdentityRequest("users", null)))
                .isInstanceOf(StorageUnreachableException.class);
    }

    /** The commit under way is another one's; what the node owns was committed before. */
    @Test
    void shouldGoOnWithRangesWhileNobodyKnowsWhatBecameOfAWrite() {
        AtomicLong nanos = new AtomicLong();
        PostgresStorage impatient = opened.add(cluster.open("B", 1, pool, nanos::get));
        LeaseSerials serials = new LeaseSerials(1L << 39);
        serials.committed(1L << 40);
        NodeRangeStorage node = new NodeRangeStorage(
                impatient,
                NodeTag.of("B"),
                serials,
                ReservationAmount.SHARED_STORE,
                InstantSource.system(),
                nanos::get);
        LongSupplier next = () -> {
            nanos.addAndGet(100_000_000);
            return low(node);
        };
        for (int asked = 0; node.numbersAhead() == 0; asked++) {
            assertThat(asked).as("ranges that were asked for").isLessThan(200);
            long ignored = next.getAsLong();
        }
        long before = next.getAsLong();
        wire.cutWithNextCommit();
        CompletableFuture<Throwable> unknown = CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> impatient.write(new IdentityRequest("users", null))), new CallerThreads());

        Eventually.until(() -> {
            nanos.addAndGet(1_000_000_000);
            return impatient.writes(WriteKind.HILO) == WriteState.UNKNOWN;
        });

        for (int range = 1; range <= 100; range++) {
            assertThat(next.getAsLong()).isEqualTo(before + 32 * range);
        }
        assertThat(unknown.join()).isInstanceOf(StorageFailedException.class);
    }

    @Test
    void shouldWriteOnAnotherConnectionHoweverManyBroke() throws SQLException {
        assertThat(low(storage)).isEqualTo(1);
        breakAll();

        assertThat(low(storage)).isEqualTo(33);
    }

    @Test
    void shouldReadOnAnotherConnectionHoweverManyBroke() throws SQLException {
        breakAll();

        assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
    }

    /** A pool lends what was used a moment ago without a look at it. */
    private void breakAll() throws SQLException {
        List<Connection> used = new ArrayList<>();
        for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
            used.add(pool.getConnection());
        }
        for (Connection each : used) {
            each.close();
        }
        wire.cutAll();
        wire.mend();
    }

    /**
     * One may be under way when they come, or the lane tidies up: the one after it answers them all. Connections of the
     * pool that broke are tried before it, and no attempt is made beyond these.
     */
    @Test
    void shouldLetNobodyWaitLongerThanOneAttemptTakes() throws Exception {
        Semaphore attempts = new Semaphore(0);
        DataSource counted = Intercepted.of(DataSource.class, pool, (method, arguments, call) -> {
            if (wire.isCut() && Thread.currentThread().getName().startsWith("mintmark-counters")) {
                attempts.acquire();
            }
            return call.make(arguments);
        });
        PostgresStorage attempting = opened.add(cluster.open("B", 1, counted));
        opened.add(() -> attempts.release(Short.MAX_VALUE));
        int broken = pool.getHikariPoolMXBean().getTotalConnections();
        wire.cutAll();
        CallerThreads callers = new CallerThreads();
        List<CompletableFuture<Throwable>> refusals = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            refusals.add(CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> attempting.write(new IdentityRequest("users", null))), callers));
        }
        callers.awaitAllWait();

        attempts.release(broken + 2);

        for (CompletableFuture<Throwable> refusal : refusals) {
            assertThat(refusal.get()).isInstanceOf(StorageUnreachableException.class);
        }
        wire.mend();
        attempts.release(Short.MAX_VALUE);
        assertThat(onceItAnswers(() -> attempting.write(new IdentityRequest("users", null))))
                .isEqualTo(1);
    }

    /** The pool tries the engine again with pauses. */
    private static long onceItAnswers(LongSupplier write) {
        while (true) {
            try {
                return write.getAsLong();
            } catch (StorageUnreachableException notYet) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldRefuseOneRowThatTheEngineCannotStoreAndNoOther() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            String request = i == 20 ? "no\u0000text" : "request-" + i;
            tasks.add(() -> {
                try {
                    return storage.write(new IdentityRequest("users", request)) > 0;
                } catch (io.mintmark.MintmarkException refused) {
                    assertThat(refused).hasMessageContaining("refused a row");
                    return false;
                }
            });
        }

        int done = 0;
        for (Future<Boolean> answer : callers.invokeAll(tasks)) {
            done += answer.get() ? 1 : 0;
        }
        callers.shutdown();

        assertThat(done).isEqualTo(63);
        assertThat(cluster.number("SELECT value FROM identity")).isEqualTo(63);
    }
}
