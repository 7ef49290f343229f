package io.mintmark.indexes.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scripts of a database that are slow wait for each other, and others for one of their turns at most. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScriptPermitsTest {
    private static final BooleanSupplier NEVER = () -> false;

    private final AtomicLong clock = new AtomicLong();
    private final ScriptPermits permits = new ScriptPermits(clock::get);

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private ScriptPermits.Permit acquire(String database) {
        return acquire(permits, database);
    }

    private static ScriptPermits.Permit acquire(ScriptPermits permits, String database) {
        return Objects.requireNonNull(permits.acquire(database, NEVER));
    }

    private void slowTurn(String database) {
        ScriptPermits.Permit permit = acquire(database);
        permit.slow();
        permit.close();
    }

    /** Puts another script of a database into the queue; it holds its permit until the test ends. */
    private CompletableFuture<ScriptPermits.Permit> waiting(ScriptPermits among, String database) {
        int before = among.waiting();
        CompletableFuture<ScriptPermits.Permit> permit =
                CompletableFuture.supplyAsync(() -> acquire(among, database), threads);
        while (among.waiting() == before && !permit.isDone()) {
            Thread.onSpinWait();
        }
        return permit;
    }

    @Test
    void shouldNotLetOthersWaitForADatabaseThatHadASlowTurn() {
        slowTurn("hostile");
        ScriptPermits.Permit endless = acquire("hostile");
        CompletableFuture<ScriptPermits.Permit> next = waiting(permits, "hostile");

        ScriptPermits.Permit honest = acquire("honest");

        assertThat(endless.process()).isEqualTo(1);
        assertThat(honest.process()).isZero();
        assertThat(next).as("it waits for those like it").isNotDone();
        endless.close();
        assertThat(next.join().process()).isEqualTo(1);
    }

    /** The twin of the test before: where no turn counts as slow, an honest script waits behind an endless one each time. */
    @Test
    void shouldLetOthersWaitEachTimeIfNoTurnWereSlow() {
        ScriptPermits blind = new ScriptPermits(clock::get, 0);
        ScriptPermits.Permit first = acquire(blind, "hostile");
        first.slow();
        first.close();
        ScriptPermits.Permit endless = acquire(blind, "hostile");

        CompletableFuture<ScriptPermits.Permit> honest = waiting(blind, "honest");

        assertThat(honest).isNotDone();
        endless.close();
        assertThat(honest.join().process()).isZero();
    }

    @Test
    void shouldSetThoseApartThatWaitedWhileAnotherScriptOfTheirsWasSlow() {
        ScriptPermits.Permit endless = acquire("hostile");
        CompletableFuture<ScriptPermits.Permit> second = waiting(permits, "hostile");
        CompletableFuture<ScriptPermits.Permit> honest = waiting(permits, "honest");
        endless.slow();

        endless.close();

        assertThat(honest.join().process()).isZero();
        assertThat(second.join().process()).isEqualTo(1);
    }

    @Test
    void shouldForgiveADatabaseAMinuteAfterItsLastSlowTurn() {
        slowTurn("busy");
        clock.addAndGet(ScriptPermits.APART_NANOS - 1);
        ScriptPermits.Permit apart = acquire("busy");
        assertThat(apart.process()).isEqualTo(1);
        apart.close();

        clock.addAndGet(1);

        assertThat(acquire("busy").process()).isZero();
    }
}
