package io.mintmark.storage.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.Writes;
import io.mintmark.storage.lease.CutWriter;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The way of cut ranges to the record: it holds nobody up, and it loses only what a crash takes. */
class LeaseLogTest {
    private static final CounterName ORDERS = CounterName.ofTag("orders");
    private static final long OWN_SERIALS = 1L << 39;
    private static final int RANGES = 200;

    private final MemoryEngine memory = new MemoryEngine();

    @AutoClose
    private final Storage engine = memory.open(memory.create("shop", "{}".getBytes(UTF_8)));

    private final LeaseSerials serials = new LeaseSerials(OWN_SERIALS);
    private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
    private final List<CutLog> logged = new ArrayList<>();
    private boolean isTaken = true;
    private Runnable refusal = () -> {
        throw new StorageBusyException("too much waits");
    };
    private long nanos;

    private final NodeRangeStorage node = new NodeRangeStorage(
            NodesOverOneEngine.unclosed(engine),
            new Writes() {
                @Override
                public <T> Pending<T> submit(Write<T> write, Party party) {
                    if (write instanceof CutLog log) {
                        if (!isTaken) {
                            refusal.run();
                        }
                        logged.add(log);
                    }
                    Pending<T> done = engine.submit(write, party);
                    T ignored = done.await();
                    return done;
                }
            },
            NodeTag.of("A"),
            serials,
            ReservationAmount.LOCAL_DISK,
            InstantSource.system(),
            () -> nanos,
            later::add);

    LeaseLogTest() {
        serials.committed(2 * OWN_SERIALS);
    }

    private Lease next() {
        nanos += 100_000_000L;
        return node.write(new RangeRequest(ORDERS, 0, 32, "192.0.2.7", "ada"));
    }

    private List<Lease> ranges() {
        List<Lease> ranges = new ArrayList<>();
        for (int i = 0; i < RANGES; i++) {
            ranges.add(next());
        }
        return ranges;
    }

    private void aSecondPasses() {
        List<Runnable> due = new ArrayList<>();
        for (Runnable each = later.poll(); each != null; each = later.poll()) {
            due.add(each);
        }
        due.forEach(Runnable::run);
    }

    private static void assertHeld(Storage by, Lease lease) {
        for (long number : new long[] {lease.low(), lease.high()}) {
            assertThat(by.holderOf(ORDERS, number))
                    .isInstanceOfSatisfying(
                            NumberAnswer.Held.class,
                            held -> assertThat(held.lease().serial()).isEqualTo(lease.serial()));
        }
    }

    @Test
    void shouldKnowEachRangeHereAtOnceAndElsewhereOnceItIsLogged() {
        List<Lease> ranges = ranges();
        ranges.forEach(lease -> assertHeld(node, lease));

        aSecondPasses();

        Lease latest = ranges.remove(RANGES - 1);
        ranges.forEach(lease -> assertHeld(engine, lease));
        assertThat(engine.holderOf(ORDERS, latest.low()))
                .as("it may be given back still")
                .isInstanceOf(NumberAnswer.Reserved.class);
        node.close();
        assertHeld(engine, latest);
    }

    /** The twin is a log that waits for its engine: no range would come back here. */
    @Test
    void shouldGoOnWithRangesWhileTheLogIsNotTakenAndLogThemLater() {
        isTaken = false;
        List<Lease> ranges = ranges();
        aSecondPasses();
        aSecondPasses();
        ranges.addAll(ranges());
        assertThat(logged).isEmpty();
        ranges.forEach(lease -> assertHeld(node, lease));

        isTaken = true;
        aSecondPasses();

        assertThat(logged).isNotEmpty();
        ranges.subList(0, ranges.size() - 1).forEach(lease -> assertHeld(engine, lease));
    }

    /** The twin logs nothing any more, and never closes. */
    @Test
    void shouldLogRangesLaterThatAnErrorKeptFromTheLog() {
        isTaken = false;
        refusal = () -> {
            throw new InternalError("no memory");
        };
        List<Lease> ranges = ranges();
        aSecondPasses();

        isTaken = true;
        aSecondPasses();

        ranges.subList(0, ranges.size() - 1).forEach(lease -> assertHeld(engine, lease));
        node.close();
    }

    @Test
    void shouldWriteNothingWhileNothingIsCut() {
        List<Lease> ignored = ranges();
        aSecondPasses();
        int before = logged.size();

        aSecondPasses();
        aSecondPasses();

        assertThat(later).isEmpty();
        assertThat(logged).hasSize(before);
    }

    @Test
    void shouldBoundWhatWaitsInMemory() {
        LeaseLog log = new LeaseLog(engine, task -> {});
        for (int i = 0; i < 100; i++) {
            long low = 1 + 10L * i;
            log.add(new CutLog.Chunk(
                    ORDERS,
                    low,
                    low + 9,
                    InstantSource.system().instant(),
                    InstantSource.system().instant(),
                    content(low)));
        }

        assertThat(log.find(NodeTag.of("A"), ORDERS, 1)).as("the oldest went").isEmpty();
        assertThat(log.find(NodeTag.of("A"), ORDERS, 995))
                .as("the newest stays")
                .isPresent();
    }

    /** A long chunk: one range, and the name of a holder who has a very long one. */
    private static byte[] content(long low) {
        CutWriter writer = new CutWriter();
        writer.add(
                new Cut(
                        new OpenLease(7, low, low + 9),
                        0,
                        InstantSource.system().instant(),
                        new Holder("x".repeat(100_000), null)),
                low + 9);
        return writer.content();
    }
}
