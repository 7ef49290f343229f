package io.mintmark.hilo;

import io.mintmark.counter.Reservation;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.Operation;

/** A generator over a counter in memory, and the books about both: what the subjects of a search have in common. */
public abstract class SearchedGenerator {
    /** Short enough that most scenarios change ranges, long enough that closing leaves numbers. */
    static final int RANGE_SIZE = 3;

    private static final long MILLISECOND = 1_000_000;

    final InMemoryRanges source;
    final Books books = new Books();
    final WatchWhenTold watch = new WatchWhenTold();
    final BrokenTwins.Generator generator;

    /** Builds what is searched over a source, with the books for its listener and the watch for its refiller. */
    interface Build {
        BrokenTwins.Generator over(RangeSource source, Books books, WatchWhenTold watch);
    }

    SearchedGenerator(InMemoryRanges source, Build build) {
        this.source = source;
        this.generator = build.over(source, books, watch);
    }

    SearchedGenerator(Build build) {
        this(new InMemoryRanges(), build);
    }

    /** Lets the watch look at the generator a little later, once; a twin is not watched. */
    @Operation(runOnce = true)
    public void look() {
        watch.look(MILLISECOND);
    }

    final long takeNumber() {
        long number = generator.next();
        books.enter(number, 1);
        return number;
    }

    /** Takes numbers in one block, and returns whether nobody had them before. */
    final boolean takeBlock(int count) {
        return books.enter(generator.nextBlock(count), count);
    }

    /** Returns how to build the real thing. */
    static Build strict() {
        return strict(Reservation.CEILING_LONG);
    }

    /** Returns how to build the real thing with a ceiling of its own. */
    static Build strict(long ceiling) {
        return (source, books, watch) -> new Real(strict(source, ceiling, books, watch));
    }

    /** Returns how to build the real thing with one stripe, which draws what is left of a range once that is there. */
    static Build striped() {
        return (source, books, watch) ->
                new Real(new StripedHiLo(underStripes(source, books, watch), 1, 1, RANGE_SIZE));
    }

    /** With ranges of one number more: the call that waits for a range has the first for itself, beside its stripe. */
    static StrictHiLo underStripes(RangeSource source, Books books, WatchWhenTold watch) {
        return builder(source, books, watch)
                .rangeSize(RANGE_SIZE + 1)
                .rangeSizeMax(RANGE_SIZE + 1)
                .strict();
    }

    /** Returns how to build the real thing for callers that wait for nobody but themselves. */
    static Build impatient() {
        return (source, books, watch) -> {
            watch.hurry();
            return new Real(
                    builder(source, books, watch).deadline(Duration.ofNanos(1)).strict());
        };
    }

    static StrictHiLo strict(RangeSource source, long ceiling, Books books, WatchWhenTold watch) {
        return builder(source, books, watch).ceiling(ceiling).strict();
    }

    private static HiLoBuilder builder(RangeSource source, Books books, WatchWhenTold watch) {
        return HiLo.over(source)
                .name("searched")
                .rangeSize(RANGE_SIZE)
                .rangeSizeMax(RANGE_SIZE)
                .deadline(BrokenTwins.DEADLINE)
                .listener(books)
                .refiller(watch)
                .ticker(watch);
    }

    private record Real(HiLo generator) implements BrokenTwins.Generator {
        @Override
        public long next() {
            return generator.next();
        }

        @Override
        public long nextBlock(int count) {
            return generator.nextBlock(count);
        }

        @Override
        public void close() {
            generator.close();
        }
    }
}
