package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Crowd;
import io.mintmark.range.InMemoryRanges;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No id comes twice when thousands of threads draw at once, on the real clock; and the same threads, drawing in the same
 * way, make broken twins repeat.
 */
@Timeout(300)
class ManyThreadsTest {
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
            assertThat(Repetitions.count("time-ordered ids", ids)).isZero();
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

        assertThat(Repetitions.count("naive snowflake (broken twin)", new NaiveSnowflake(BitLayouts.TWITTER, 1, slow)))
                .isPositive();
    }

    private static long twiceOfSlowAndBusy(String name, LongUnaryOperator ids) throws Exception {
        return twiceOfSlowAndBusy(name, ids, () -> {});
    }

    /** A few threads make ids as fast as they can, all others a few a second; all begin each second together. */
    private static long twiceOfSlowAndBusy(String name, LongUnaryOperator ids, Runnable nextSecond) throws Exception {
        CyclicBarrier second = new CyclicBarrier(Crowd.SIZE, nextSecond);
        IntUnaryOperator inASecond = member -> member < BUSY ? EACH_BUSY : EACH_SLOW;
        return Repetitions.count(name, member -> SECONDS * inASecond.applyAsInt(member), (drawn, member) -> {
            int each = inASecond.applyAsInt(member);
            for (int from = 0; from < drawn.length; from += each) {
                Repetitions.fill(drawn, from, from + each, () -> ids.applyAsLong(member));
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
}
