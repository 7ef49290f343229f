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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An index that follows on a thread of its own while documents change. */
final class FollowedChangesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryDatabase database = new MemoryDatabase();
    private final AtomicInteger failuresToCome = new AtomicInteger();
    /** Milliseconds that each commit takes. */
    private final AtomicInteger slowness = new AtomicInteger();

    private final MemoryIndexStore store = new MemoryIndexStore(database, () -> fails(failuresToCome, slowness));
    private final IndexWorker worker = new IndexWorker(
            "test",
            () -> new MapReduce(
                    store,
                    database,
                    new PlanMapping(OrdersModel.plan()),
                    new PlanReduction(OrdersModel.plan()),
                    new OutputDocuments(new OutputIds(OrdersModel.SUMS, null)),
                    10));
    private final Thread thread = new Thread(worker, "index");

    @AfterEach
    void end() throws InterruptedException {
        worker.close();
        thread.join();
    }

    private static boolean fails(AtomicInteger failures, AtomicInteger slowness) {
        Eventually.pass(slowness.get());
        return failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
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
    void shouldCollectChangesThatComeOneByOne() throws InterruptedException {
        thread.start();
        for (int i = 0; i < 150; i++) {
            save(i, i + 1);
            Eventually.pass(2);
        }

        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        assertThat(sums()).contains("\"Orders\":150,");
        assertThat(store.commits()).as("commits for 150 changes").isLessThan(60);
    }

    @Test
    void shouldCollectForLongBehindMuchWorkUnlessSomebodyAsks() throws InterruptedException {
        slowness.set(40);
        thread.start();
        save(0, 20);
        assertThat(worker.awaitCaughtUp(LONG)).isTrue();
        slowness.set(0);
        save(20, 30);
        Eventually.pass(150);
        assertThat(sums()).contains("\"Orders\":20,");
        assertThat(worker.isStale()).isTrue();

        worker.hurry();

        assertThat(Eventually.happens(Duration.ofMillis(200), () -> !worker.isStale()))
                .as("it ends the collecting, which else lasts half a second")
                .isTrue();
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
