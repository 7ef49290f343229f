package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.mintmark.range.InMemoryRanges;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HiLoOrdersTest {
    private static final int THREADS = 4;
    private static final int NUMBERS = 500_000;

    private final ScriptedSource source = new ScriptedSource();

    @Test
    void shouldIssueEveryNumberOnceAndInOrderWhenStrict() {
        try (StrictHiLo hilo = HiLo.over(source).strict()) {
            drawByManyThreads(() -> hilo);
        }
        assertThat(source.counter.max()).as("no gap at all").isEqualTo((long) THREADS * NUMBERS);
    }

    @Test
    void shouldIssueEveryNumberOncePerHandle() {
        try (PerHandleHiLo hilo = HiLo.over(source).perHandle()) {
            drawByManyThreads(() -> hilo.handle()::next);
        }
    }

    @Test
    void shouldIssueEveryNumberOncePerThread() {
        try (PerThreadHiLo hilo = HiLo.over(source).perThread()) {
            drawByManyThreads(() -> hilo);
        }
    }

    /** Each thread sees its numbers increase, and no two threads see one number. */
    private static void drawByManyThreads(Supplier<LongSupplier> generators) {
        List<CompletableFuture<long[]>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            threads.add(CompletableFuture.supplyAsync(
                    () -> {
                        LongSupplier generator = generators.get();
                        long[] numbers = new long[NUMBERS];
                        for (int i = 0; i < NUMBERS; i++) {
                            numbers[i] = generator.getAsLong();
                        }
                        return numbers;
                    },
                    task -> new Thread(task).start()));
        }
        BitSet seen = new BitSet();
        for (CompletableFuture<long[]> thread : threads) {
            long before = 0;
            for (long number : thread.join()) {
                assertThat(number > before).as("%d after %d", number, before).isTrue();
                assertThat(seen.get((int) number)).as("%d twice", number).isFalse();
                seen.set((int) number);
                before = number;
            }
        }
    }

    @Test
    void shouldDrawBlocksPastWhatStripesAndThreadsHold() {
        try (StripedHiLo striped = HiLo.over(source).rangeSize(1 << 20).striped();
                PerThreadHiLo perThread = HiLo.over(source).perThread()) {
            for (HiLo hilo : List.of(striped, perThread)) {
                hilo.next(); // the first of a range, before stripes draw of it
                long number = hilo.next();
                long block = hilo.nextBlock(10);

                assertThat(block).as("past the share").isGreaterThan(number + 1);
                assertThat(hilo.next()).as("in the share's order").isEqualTo(number + 1);
                assertThat(hilo.nextBlock(10)).isEqualTo(block + 10);
            }
        }
    }

    @Test
    void shouldKeepOneOrderOfNumbersAndBlocksInAGeneratorOfHandles() {
        try (PerHandleHiLo hilo = HiLo.over(source).perHandle()) {
            long number = hilo.next();

            assertThat(hilo.nextBlock(10)).isEqualTo(number + 1);
            assertThat(hilo.next()).isEqualTo(number + 11);
        }
    }

    @Test
    void shouldIssueABlockOfOneInTheOrderOfItsThread() {
        for (HiLo hilo : List.of(
                HiLo.over(source).rangeSize(1 << 20).striped(),
                HiLo.over(source).perThread())) {
            hilo.next();
            long number = hilo.next();

            assertThat(hilo.nextBlock(1)).isEqualTo(number + 1);
            assertThat(hilo.<Long>nextBlock(1, (range, first) -> {
                        assertThat(first).isBetween(range.low(), range.high());
                        return first;
                    }))
                    .isEqualTo(number + 2);
            assertThat(hilo.next()).isEqualTo(number + 3);
            hilo.close();
        }
    }

    @Test
    void shouldIssueEachRangeToItsEndThroughHandles() {
        for (int size : new int[] {1, 31, 50, 63, 100}) {
            try (PerHandleHiLo hilo = HiLo.over(new InMemoryRanges())
                    .rangeSize(size)
                    .rangeSizeMax(size)
                    .perHandle()) {
                HiLoHandle handle = hilo.handle();
                for (long expected = 1; expected <= 1_000; expected++) {
                    assertThat(handle.next()).as("ranges of %d", size).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void shouldRefuseOnceClosedInEveryOrder() {
        for (HiLo hilo : List.of(
                HiLo.over(source).strict(),
                HiLo.over(source).perHandle(),
                HiLo.over(source).perThread(),
                HiLo.over(source).striped())) {
            hilo.next();
            hilo.close();

            assertThatThrownBy(hilo::next).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> hilo.nextBlock(2)).isInstanceOf(IllegalStateException.class);
            hilo.close();
        }
    }

    @Test
    void shouldIssueFromAHandleWhatItDrewBeforeClosingAndNoMore() {
        PerHandleHiLo hilo = HiLo.over(source).perHandle();
        HiLoHandle handle = hilo.handle();
        long first = handle.next();
        hilo.close();

        for (int i = 1; i < HiLoHandle.SHARE_MIN; i++) {
            assertThat(handle.next()).isEqualTo(first + i);
        }
        assertThatThrownBy(handle::next).isInstanceOf(IllegalStateException.class);
        assertThat(source.counter.max()).as("no other generator gets them").isEqualTo(HiLoHandle.SHARE_MIN);
    }

    @Test
    void shouldDrawMoreForAHandleTheLongerRangesAre() {
        assertThat(shareOf(1)).isEqualTo(1);
        assertThat(shareOf(10)).isEqualTo(10);
        assertThat(shareOf(1_000)).isEqualTo(HiLoHandle.SHARE_MIN);
        assertThat(shareOf(1 << 18)).isEqualTo(1 << 8);
        assertThat(shareOf(1 << 20)).isEqualTo(StripeRange.MOST);
    }

    private static long shareOf(long rangeSize) {
        try (PerHandleHiLo hilo =
                HiLo.over(new InMemoryRanges()).rangeSize(rangeSize).perHandle()) {
            long first = hilo.handle().next();
            return hilo.next() - first;
        }
    }

    @Test
    void shouldRefuseVirtualThreadsPerThread() throws Exception {
        if (Runtime.version().feature() < 21) {
            System.out.println("[skipped] virtual threads: this is Java "
                    + Runtime.version().feature() + ", they come with 21");
            abort("no virtual threads before Java 21");
        }
        PerThreadHiLo hilo = HiLo.over(source).perThread();
        AtomicReference<Throwable> refusal = new AtomicReference<>();

        Thread virtual = (Thread) Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) () -> {
                    try {
                        hilo.next();
                    } catch (IllegalStateException e) {
                        refusal.set(e);
                    }
                });
        virtual.join();

        assertThat(refusal.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("build a striped() or a strict() one instead");
    }
}
