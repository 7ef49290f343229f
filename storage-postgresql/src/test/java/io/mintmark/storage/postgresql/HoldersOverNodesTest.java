package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.group.NodeRangeStorage;
import io.mintmark.storage.group.ReservationAmount;
import io.mintmark.storage.lease.HolderSchedule;
import io.mintmark.storage.lease.HolderSchedule.Outcome;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holders of numbers, asked of two nodes over PostgreSQL that are restarted and killed. */
@Timeout(240)
class HoldersOverNodesTest {
    private static final int QUESTIONS = Effort.of("questions about holders over PostgreSQL", 3_000, 10_000);
    private static final long MILLI = 1_000_000L;

    /** Two nodes; one that is killed does nothing any more, and its tag is claimed anew. */
    private static final class Nodes implements HolderSchedule.World {
        private final TestCluster cluster = new TestCluster();
        private final AtomicLong nanos = new AtomicLong();
        private final List<Storage> nodes = new ArrayList<>();
        private final List<Storage> killed = new ArrayList<>();
        private final List<Queue<Runnable>> logs = new ArrayList<>();
        private long epoch;

        Nodes() {
            for (int i = 0; i < 2; i++) {
                logs.add(new ConcurrentLinkedQueue<>());
                nodes.add(start(i));
            }
        }

        private Storage start(int index) {
            String tag = index == 0 ? "A" : "B";
            PostgresStorage engine = cluster.open(tag, ++epoch);
            Queue<Runnable> log = new ConcurrentLinkedQueue<>();
            logs.set(index, log);
            return NodeRangeStorage.logging(
                    engine,
                    NodeTag.of(tag),
                    engine.serials(),
                    ReservationAmount.LOCAL_DISK,
                    InstantSource.system(),
                    nanos::get,
                    log::add);
        }

        @Override
        public int nodes() {
            return nodes.size();
        }

        @Override
        public Storage node(int index) {
            return nodes.get(index);
        }

        @Override
        public void pass(long millis) {
            nanos.addAndGet(millis * MILLI);
        }

        /** The write is on its way then; when it is there is the engine's affair. */
        @Override
        public boolean writeLog(int index) {
            Queue<Runnable> log = logs.get(index);
            for (Runnable due = log.poll(); due != null; due = log.poll()) {
                due.run();
            }
            return false;
        }

        @Override
        public void restart(int index) {
            nodes.get(index).close();
            nodes.set(index, start(index));
        }

        @Override
        public void kill(int index) {
            killed.add(nodes.get(index));
            nodes.set(index, start(index));
        }

        @Override
        public void close() {
            nodes.forEach(Storage::close);
            killed.forEach(Storage::close);
            cluster.close();
        }
    }

    @Test
    void shouldAnswerNothingWrong() {
        Random random = new Random(Seed.fresh("HoldersOverNodesTest"));
        try (Nodes nodes = new Nodes()) {
            Outcome outcome = new HolderSchedule(nodes, Storage::holderOf, random).run(QUESTIONS);

            System.out.println("[holders] two nodes over PostgreSQL, " + nodes.killed.size() + " kills: "
                    + outcome.all() + " answers, " + outcome.kinds());
            assertThat(outcome.wrong()).isEmpty();
            assertThat(outcome.of("Held")).isGreaterThan(QUESTIONS / 4);
        }
    }
}
