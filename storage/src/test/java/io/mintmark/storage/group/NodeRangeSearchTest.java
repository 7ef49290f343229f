package io.mintmark.storage.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.Storage;
import io.mintmark.storage.Writes;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.ReturnSchedule;
import io.mintmark.testkit.Seed;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Searches for a schedule in which nodes that own numbers ahead issue one twice, and shows by twins that the search would find one
 * (promises G1 to G3).
 */
class NodeRangeSearchTest {
    private static final int SCHEDULES = Effort.of("node range schedules", 60, 200, 20_000);
    private static final int STEPS = 600;
    private static final long SEED = Seed.fresh("NodeRangeSearchTest");

    /** Hands numbers out before the engine knows of them; what it was not told when the node crashes, it never hears. */
    private static final NodesOverOneEngine.Reserving BEFORE_THE_COMMIT = (storage, deferred) -> new Ahead() {
        @Override
        Pending<NumbersAhead> reserve(AheadRequest request, Party party) {
            long max = max(storage, request.counter());
            deferred.add(() -> storage.write(new CounterRaise(request.counter(), max + request.size())));
            return Pending.done(new NumbersAhead(0, max + 1, max + request.size(), 0, 0));
        }

        @Override
        Pending<Boolean> giveBack(AheadReturn request, Party party) {
            return Pending.done(false);
        }
    };

    /** Gives back whatever lies above its cursor, also what others reserved there. */
    private static final NodesOverOneEngine.Reserving GREEDY = (storage, deferred) -> new Ahead() {
        @Override
        Pending<NumbersAhead> reserve(AheadRequest request, Party party) {
            return storage.submit(request, party);
        }

        @Override
        Pending<Boolean> giveBack(AheadReturn request, Party party) {
            NumbersAhead own = request.numbers();
            NumbersAhead all = new NumbersAhead(
                    own.serial(), own.low(), max(storage, request.counter()), own.epoch(), own.endBefore());
            return storage.submit(new AheadReturn(request.counter(), request.last(), all, request.latest()), party);
        }
    };

    /** What a node asks of its engine for itself. */
    private abstract static class Ahead implements Writes {
        abstract Pending<NumbersAhead> reserve(AheadRequest request, Party party);

        abstract Pending<Boolean> giveBack(AheadReturn request, Party party);

        @Override
        @SuppressWarnings("unchecked") // each type of write has its answer
        public <T> Pending<T> submit(Write<T> write, Party party) {
            return (Pending<T>)
                    (write instanceof AheadRequest request
                            ? reserve(request, party)
                            : giveBack((AheadReturn) write, party));
        }
    }

    private static long max(Storage storage, CounterName counter) {
        return storage.reads()
                .read(counter.document())
                .map(shown -> HiLoDocument.parse(shown.content().body(), Long.MAX_VALUE)
                        .max())
                .orElse(0L);
    }

    @Test
    void shouldIssueNothingTwiceOverAllNodes() {
        HistoryChecker history = new HistoryChecker();

        int cuts = search("ours", NodesOverOneEngine.OURS, history);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).as("returns that were accepted").isPositive();
        assertThat(cuts).as("ranges that nodes cut by themselves").isGreaterThan(SCHEDULES);
    }

    @Test
    void shouldFindTheDuplicatesOfNumbersThatAreCutBeforeTheyAreStored() {
        assertFound("cut before the commit", BEFORE_THE_COMMIT);
    }

    @Test
    void shouldFindTheDuplicatesOfANodeThatGivesBackWhatOthersReserved() {
        assertFound("gives back too much", GREEDY);
    }

    private static void assertFound(String name, NodesOverOneEngine.Reserving broken) {
        HistoryChecker history = new HistoryChecker();

        int ignored = search(name, broken, history);

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    private static int search(String name, NodesOverOneEngine.Reserving reserving, HistoryChecker history) {
        SplittableRandom seeds = new SplittableRandom(SEED);
        long begun = System.nanoTime();
        int cuts = 0;
        for (int index = 0; index < SCHEDULES; index++) {
            try (NodesOverOneEngine nodes = new NodesOverOneEngine(reserving, history, seeds.split())) {
                ReturnSchedule schedule = ReturnSchedule.of(nodes, history, name + index, seeds.split())
                        .smallestRange(8)
                        .drops(0.002);
                schedule.run(STEPS);
                schedule.finish();
                cuts += nodes.cuts();
            }
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf(
                "%s · %,d returns accepted · %,d ranges cut by nodes%n",
                history.report("node ranges, " + name, SEED, duration, SCHEDULES)
                        .line(),
                history.returnCount(),
                cuts);
        return cuts;
    }
}
