package io.mintmark.spring.internal;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/** The types that hold a long. */
final class Longs {
    /** Those whose {@code toString} is the number. */
    static final List<Class<?>> PLAIN =
            List.of(long.class, Long.class, BigInteger.class, AtomicLong.class, LongAdder.class, LongAccumulator.class);

    private Longs() {}

    /** Returns the numbers as texts; closes the stream. */
    static String[] texts(LongStream longs) {
        try (longs) {
            return longs.mapToObj(Long::toString).toArray(String[]::new);
        }
    }
}
