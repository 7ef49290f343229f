package io.mintmark.storage.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.Storage;
import io.mintmark.storage.lease.HolderSchedule;
import io.mintmark.storage.lease.HolderSchedule.Outcome;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberAnswer.Reason;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.row.RowSource;
import io.mintmark.storage.row.RowsOwner;
import io.mintmark.storage.write.CounterName;
import io.mintmark.testkit.Seed;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Holders of numbers, asked of two nodes that are restarted and killed over one engine. */
class HoldersOverNodesProperties {
    private static final int QUESTIONS = 10_000;
    private static final long MILLI = 1_000_000L;

    /** Two nodes over rows in memory, which know one tag; serials of what they cut are told apart. */
    private static final class Nodes implements HolderSchedule.World {
        private final Storage engine;
        private final List<NodeRangeStorage> nodes = new ArrayList<>();
        private final List<ConcurrentLinkedQueue<Runnable>> logs = new ArrayList<>();
        private long nanos;
        private long lives;

        Nodes(MemoryEngine memory) {
            engine = memory.open(memory.create("shop", "{}".getBytes(UTF_8)));
            for (int i = 0; i < 2; i++) {
                nodes.add(null);
                logs.add(new ConcurrentLinkedQueue<>());
                start(i);
            }
        }

        private void start(int index) {
            LeaseSerials serials = new LeaseSerials(++lives << 40);
            serials.committed((lives << 40) + (1L << 39));
            logs.get(index).clear();
            nodes.set(
                    index,
                    NodeRangeStorage.logging(
                            NodesOverOneEngine.unclosed(engine),
                            NodeTag.of("A"),
                            serials,
                            ReservationAmount.LOCAL_DISK,
                            InstantSource.system(),
                            () -> nanos,
                            logs.get(index)::add));
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
            nanos += millis * MILLI;
        }

        @Override
        public boolean writeLog(int index) {
            for (Runnable due = logs.get(index).poll();
                    due != null;
                    due = logs.get(index).poll()) {
                due.run();
            }
            return false;
        }

        @Override
        public void restart(int index) {
            nodes.get(index).close();
            start(index);
        }

        @Override
        public void kill(int index) {
            start(index);
        }

        @Override
        public void close() {
            nodes.forEach(NodeRangeStorage::close);
            engine.close();
        }
    }

    private static Outcome run(MemoryEngine engine, HolderSchedule.Asking asking) {
        Random random = new Random(Seed.fresh("HoldersOverNodesProperties"));
        try (Nodes nodes = new Nodes(engine)) {
            return new HolderSchedule(nodes, asking, random).run(QUESTIONS);
        }
    }

    @Test
    void shouldAnswerNothingWrong() {
        Outcome outcome = run(new MemoryEngine(), Storage::holderOf);

        System.out.println("[holders] two nodes in memory: " + outcome.all() + " answers, " + outcome.kinds());
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.of("Held")).isGreaterThan(QUESTIONS / 4);
    }

    /** The twin that looks for the newest lease around a number, and calls everything else a gap. */
    @Test
    void shouldNoticeOneWhoGuessesByTheListOfLeases() {
        Outcome outcome = run(new MemoryEngine(), HoldersOverNodesProperties::guess);

        assertThat(outcome.wrong()).hasSizeGreaterThan(QUESTIONS / 100);
    }

    private static NumberAnswer guess(Storage node, CounterName counter, long number) {
        for (LeaseRecord each : node.reads().leases(counter, Long.MAX_VALUE, Integer.MAX_VALUE)) {
            if (each.lease().low() <= number && number <= each.lease().high()) {
                OpenLease lease = new OpenLease(
                        each.lease().serial(), each.lease().low(), each.lease().high());
                return new NumberAnswer.Held(
                        lease, each.lease().node(), each.lease().reservedAt(), each.holder(), each.returned(), null);
            }
        }
        return new NumberAnswer.Gap(Reason.UNKNOWN, null);
    }

    /** The twin whose engine does not keep what was given back. */
    private static final class ForgetfulRows extends GroupRows {
        ForgetfulRows(RowsOwner home, GroupTables tables, RowSource source, GroupChanges changes) {
            super(home, tables, source, changes);
        }

        @Override
        public void closeLease(Counter counter, long serial, long lastIssued) {}
    }

    @Test
    void shouldNoticeAnEngineThatForgetsReturns() {
        MemoryEngine forgetful = new MemoryEngine(ForgetfulRows::new);

        assertThat(run(forgetful, Storage::holderOf).wrong()).isNotEmpty();
    }
}
