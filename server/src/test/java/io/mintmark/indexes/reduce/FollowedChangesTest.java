package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.server.indexing.IndexWorker;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.support.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An index that follows on a thread of its own while documents change. */
final class FollowedChangesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryDatabase database = new MemoryDatabase();
    private final AtomicInteger failuresToCome = new AtomicInteger();
    /** The worker's time, which stands unless a test moves it. */
    private final AtomicLong nanos = new AtomicLong();
    /** How long each commit takes. */
    private final AtomicLong slowness = new AtomicLong();

    private final MemoryIndexStore store = new MemoryIndexStore(database, this::fails);
    private final IndexWorker worker = new IndexWorker(
            "test",
            () -> new MapReduce(
                    store,
                    database,
                    new PlanMapping(OrdersModel.plan()),
                    new PlanReduction(OrdersModel.plan()),
                    new OutputDocuments(new OutputIds(OrdersModel.SUMS, null)),
                    10),
            took -> 0,
            nanos::get);
    private final Thread thread = new Thread(worker, "index");

    @AfterEach
    void end() throws InterruptedException {
        worker.close();
        thread.join();
    }

    private boolean fails() {
        nanos.addAndGet(slowness.get());
        return failuresToCome.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    private void pass(long millis) {
        nanos.addAndGet(millis * 1_000_000);
    }

    private void save(int from, int to) {
        for (int i = from; i < to; i++) {
            database.put("orders/" + i, OrdersModel.ORDERS, new OrdersModel.Order("a", "1").json());
            worker.wake();
        }
    }

    private String sums() {
        return String.join(";", database.documents(OrdersModel.SUMS).values());
    }

    @Test
    void shouldHaveIndexedWhatWasSavedBeforeSomebodyWaited() {
        thread.start();
        save(0, 500);

        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        assertThat(sums()).contains("\"Orders\":500,\"Total\":500");

        save(500, 501);
        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        assertThat(sums()).contains("\"Orders\":501,");
        assertThat(worker.isStale()).isFalse();
    }

    @Test
    void shouldCollectChangesThatComeOneByOne() {
        thread.start();
        save(0, 1);
        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        int commits = store.commits();
        for (int i = 1; i < 151; i++) {
            save(i, i + 1);
        }
        Eventually.stays(Duration.ofMillis(100), () -> store.commits() == commits);

        Eventually.until(() -> {
            pass(25);
            return !worker.isStale();
        });
        assertThat(sums()).contains("\"Orders\":151,");
        assertThat(store.commits() - commits)
                .as("150 changes in groups of ten, beside what it wrote itself")
                .isBetween(15, 17);
    }

    @Test
    void shouldCollectForLongBehindMuchWorkUnlessSomebodyAsks() {
        slowness.set(Duration.ofMillis(40).toNanos());
        save(0, 20);
        CompletableFuture<Boolean> caughtUp = worker.whenCaughtUp();
        thread.start();
        assertThat(caughtUp.join()).isTrue();
        slowness.set(0);
        save(20, 30);
        pass(499);
        Eventually.stays(Duration.ofMillis(100), worker::isStale);
        assertThat(sums()).contains("\"Orders\":20,");

        // Its time stands, so nothing else ends the collecting.
        worker.hurry();

        Eventually.until(() -> !worker.isStale());
        assertThat(sums()).contains("\"Orders\":30,");
    }

    @Test
    void shouldRestWhileItIsPaused() {
        worker.pause();
        thread.start();
        save(0, 10);

        assertThat(worker.awaitCaughtUp(Duration.ofMillis(100))).isFalse();
        assertThat(worker.isStale()).isTrue();
        assertThat(sums()).isEmpty();

        worker.resume();
        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        assertThat(sums()).contains("\"Orders\":10,");
    }

    @Test
    void shouldGoOnBehindItsLastCommitAfterAFailure() {
        failuresToCome.set(3);
        thread.start();
        save(0, 100);

        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        assertThat(sums()).contains("\"Orders\":100,\"Total\":100,");
        assertThat(worker.failure()).isNull();
    }

    @Test
    void shouldLeaveAnIndexWithWhichSomebodyElseGoesOn() throws InterruptedException {
        thread.start();
        save(0, 1);
        assertThat(worker.awaitCaughtUp(LONG)).isTrue();

        IndexProgress present = store.progress();
        store.commit(new IndexWrite(present.reaching(present.position()), Map.of(), List.of(), List.of()));
        save(1, 2);

        assertThat(worker.awaitCaughtUp(Duration.ofSeconds(5))).isFalse();
        thread.join();
        assertThat(worker.state()).isEqualTo(IndexWorker.State.REPLACED);
        assertThat(sums()).contains("\"Orders\":1,");
    }
}
