package io.mintmark.hilo;

import static io.mintmark.hilo.WaitingCaller.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Callers come, wait and give up at random, while small ranges arrive. No number is issued twice or lost, and single numbers
 * are issued in the order in which their callers came.
 */
@Timeout(120)
class WaitingAtRandomTest {
    private static final int ROUNDS = 40;
    private static final int STEPS = 60;

    private final long seed = Long.getLong("mintmark.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final HeldRefiller refiller = new HeldRefiller();
    private final List<Call> calls = new ArrayList<>();

    /** A call for {@code count} numbers. */
    private record Call(int count, WaitingCaller caller) {}

    @BeforeEach
    void printSeed() {
        System.out.println("[random] callers that wait: -Dmintmark.seed=" + seed);
    }

    @Test
    void shouldIssueEachNumberOnceAndInTheOrderOfArrival() {
        for (int round = 0; round < ROUNDS; round++) {
            NewsOfRanges news = new NewsOfRanges();
            SmallBlocks source = new SmallBlocks(() -> random.nextInt(6));
            StrictHiLo hilo = over(source, news);
            for (int step = 0; step < STEPS; step++) {
                take(hilo);
            }
            answerUntil(() -> calls.stream().allMatch(call -> call.caller.hasEnded()));
            close(hilo);
            requireOrderAndBalance(source, news);
            calls.clear();
        }
    }

    private StrictHiLo over(SmallBlocks source, NewsOfRanges news) {
        return HiLo.over(source)
                .name("orders")
                .rangeSize(2)
                .rangeSizeMax(2)
                .refiller(refiller)
                .deadline(Duration.ofSeconds(100))
                .listener(news)
                .strict();
    }

    private void take(StrictHiLo hilo) {
        int what = random.nextInt(4);
        if (what == 0) {
            refiller.answerIfAsked();
        } else if (what == 1 && !calls.isEmpty()) {
            // The next step may serve it in the same moment.
            calls.get(random.nextInt(calls.size())).caller.interrupt();
        } else {
            int count = Math.max(1, random.nextInt(8) - 4);
            calls.add(new Call(count, started(() -> hilo.nextBlock(count))));
        }
    }

    private void answerUntil(BooleanSupplier holds) {
        Awaiting.awaitThat(() -> {
            refiller.answerIfAsked();
            return holds.getAsBoolean();
        });
    }

    private void close(StrictHiLo hilo) {
        CompletableFuture<Void> closing = CompletableFuture.runAsync(hilo::close, task -> new Thread(task).start());
        answerUntil(closing::isDone);
        closing.join();
    }

    private void requireOrderAndBalance(SmallBlocks source, NewsOfRanges news) {
        BitSet issued = new BitSet();
        long before = 0;
        for (Call call : calls) {
            long number = call.caller.number();
            if (number < 0) {
                assertThat(call.caller.failure())
                        .isInstanceOfAny(RangeUnavailableException.class, RangeSourceException.class);
                continue;
            }
            for (int i = 0; i < call.count; i++) {
                assertThat(issued.get((int) number + i))
                        .as("%d twice", number + i)
                        .isFalse();
                issued.set((int) number + i);
            }
            if (call.count == 1) {
                assertThat(number).as("in the order of arrival").isGreaterThan(before);
                before = number;
            }
        }
        assertThat(issued.cardinality() + news.gaps.get()).as("none is lost").isEqualTo(source.granted());
    }
}
