package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Crowd;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Refiller;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No id comes twice when thousands of threads draw at once, on the real clock; and the same threads, drawing in the same
 * way, make broken twins repeat.
 */
@Timeout(300)
class ManyThreadsTest {
    private static final int EACH = 500;
    private static final int BUSY = 32;
    private static final int SECONDS = 3;

    /** Ids in a second, so that all threads together stay below the 4,190,208 that it has. */
    private static final int EACH_BUSY = 66_000;

    private static final int EACH_SLOW = 16;

    @Test
    void shouldRepeatNoTraceId() throws Exception {
        try (TraceIds ids = TraceIds.strict(WorkerLeases.reserved(3, new InMemoryRanges()))) {
            assertThat(twiceOfSlowAndBusy("trace ids", member -> ids.next())).isZero();
        }
    }

    /** A thread keeps its chunk over the seconds, and meanwhile the busy ones are handed all chunks once more. */
    @Test
    void shouldFindTheRepetitionsOfElfosScheme() throws Exception {
        ElfoScheme elfo = new ElfoScheme(1);
        ElfoScheme.Holder[] holders = new ElfoScheme.Holder[Crowd.SIZE];
        Arrays.setAll(holders, member -> elfo.new Holder());
        AtomicLong second = new AtomicLong(1);

        assertThat(twiceOfSlowAndBusy(
                        "elfo's scheme (broken twin)",
                        member -> holders[(int) member].next(second.get()),
                        second::incrementAndGet))
                .isPositive();
    }

    @Test
    void shouldRepeatNoTimeOrderedId() throws Exception {
        try (TimeOrderedIds ids = BitLayouts.TWITTER
                .generator()
                .leases(WorkerLeases.reserved(3, new InMemoryRanges()))
                .start()) {
            assertThat(twice("time-ordered ids", ids)).isZero();
        }
    }

    /** Two threads take one sequence number, or one of them sets it back to 0 for a tick in which it was 0 already. */
    @Test
    void shouldFindTheRepetitionsOfANaiveSnowflake() throws Exception {
        InstantSource system = InstantSource.system();
        InstantSource slow = () -> {
            Thread.yield(); // so that threads meet between reading the clock and taking the sequence
            return system.instant();
        };

        assertThat(twice("naive snowflake (broken twin)", new NaiveSnowflake(BitLayouts.TWITTER, 1, slow)))
                .isPositive();
    }

    /** The counter is full after every thousandth id: most of the work is to draw the next generator id. */
    @Test
    void shouldRepeatNoDecimalId() throws Exception {
        InMemoryRanges generators = new InMemoryRanges();
        try (DecimalIds ids = DecimalIds.of(Launch.of(65), launch -> generators, 1_000, Refiller.shared())) {
            assertThat(twice("decimal ids", ids)).isZero();
        }
    }

    @Test
    void shouldFindTheRepetitionsOfACounterThatIsNotAtomic() throws Exception {
        long[] counter = {0};

        assertThat(twice("decimal ids of a plain counter (broken twin)", () -> {
                    long next = counter[0] + 1;
                    Thread.yield(); // so that threads meet between reading and writing
                    counter[0] = next;
                    return DecimalId.LAYOUT.encode(next, 1, 65);
                }))
                .isPositive();
    }

    private static long twice(String name, LongSupplier ids) throws Exception {
        return twice(name, member -> EACH, (drawn, member) -> fill(drawn, 0, drawn.length, ids));
    }

    private static long twiceOfSlowAndBusy(String name, LongUnaryOperator ids) throws Exception {
        return twiceOfSlowAndBusy(name, ids, () -> {});
    }

    /** A few threads make ids as fast as they can, all others a few a second; all begin each second together. */
    private static long twiceOfSlowAndBusy(String name, LongUnaryOperator ids, Runnable nextSecond) throws Exception {
        CyclicBarrier second = new CyclicBarrier(Crowd.SIZE, nextSecond);
        IntUnaryOperator inASecond = member -> member < BUSY ? EACH_BUSY : EACH_SLOW;
        return twice(name, member -> SECONDS * inASecond.applyAsInt(member), (drawn, member) -> {
            int each = inASecond.applyAsInt(member);
            for (int from = 0; from < drawn.length; from += each) {
                fill(drawn, from, from + each, () -> ids.applyAsLong(member));
                await(second);
            }
        });
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("another thread failed", e);
        }
    }

    private static void fill(long[] drawn, int from, int to, LongSupplier ids) {
        for (int i = from; i < to; i++) {
            drawn[i] = ids.getAsLong();
            if (i % 50 == 0) {
                Thread.yield();
            }
        }
    }

    private interface Drawing {
        void draw(long[] drawn, int member);
    }

    private static long twice(String name, IntUnaryOperator count, Drawing drawing) throws Exception {
        long[][] drawn = new long[Crowd.SIZE][];
        Arrays.setAll(drawn, member -> new long[count.applyAsInt(member)]);
        Crowd.run(member -> drawing.draw(drawn[member], member));

        long[] all = Arrays.stream(drawn).flatMapToLong(Arrays::stream).toArray();
        Arrays.sort(all);
        long twice = 0;
        for (int i = 1; i < all.length; i++) {
            twice += all[i] == all[i - 1] ? 1 : 0;
        }
        System.out.printf("%s, %s: %,d ids, %,d twice%n", name, Crowd.name(), all.length, twice);
        assertThat(all[0]).isPositive();
        return twice;
    }
}
