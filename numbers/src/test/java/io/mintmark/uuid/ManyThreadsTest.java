package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Crowd;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No UUID and no ULID comes twice when thousands of threads draw from one generator at once, on the real clock. */
@Timeout(300)
class ManyThreadsTest {
    private static final int EACH = 150;

    @Test
    void shouldRepeatNoUuidOfVersion4() throws Exception {
        UuidV4 source = UuidV4.create();

        assertThat(twice("UUID v4", member -> source.next())).isZero();
    }

    @Test
    void shouldRepeatNoUuidOfVersion7() throws Exception {
        UuidV7 source = UuidV7.create();

        assertThat(twice("UUID v7", member -> source.next())).isZero();
    }

    @Test
    void shouldRepeatNoUuidOfVersion7ByRandomSteps() throws Exception {
        SteppedUuidV7 source = SteppedUuidV7.create();

        assertThat(twice("UUID v7, random steps", member -> source.next())).isZero();
    }

    @Test
    void shouldRepeatNoUuidOfVersion7ByFractions() throws Exception {
        UuidV7 source = UuidV7.subMillisecond();

        assertThat(twice("UUID v7, fractions", member -> source.next())).isZero();
    }

    @Test
    void shouldRepeatNoUlid() throws Exception {
        UlidGenerator source = UlidGenerator.create();

        assertThat(twice("ULID", member -> source.next())).isZero();
    }

    /** A generator for each thread, all with one key, is what a copy of a running process is. */
    @Test
    void shouldFindTheRepetitionsOfCopiedGenerators() throws Exception {
        UuidV7[] copies = new UuidV7[Crowd.SIZE];
        UlidGenerator[] copiesOfUlid = new UlidGenerator[Crowd.SIZE];
        for (int member = 0; member < Crowd.SIZE; member++) {
            copies[member] = UuidV7.from(CachedClock.SYSTEM, new FixedBytes(1));
            copiesOfUlid[member] = UlidGenerator.from(CachedClock.SYSTEM, new FixedBytes(1));
        }

        assertThat(twice("UUID v7, copied generators (broken twin)", member -> copies[member].next()))
                .isPositive();
        assertThat(twice("ULID, copied generators (broken twin)", member -> copiesOfUlid[member].next()))
                .isPositive();
    }

    private static long twice(String name, IntFunction<Object> source) throws Exception {
        Object[][] drawn = new Object[Crowd.SIZE][EACH];
        Crowd.run(member -> {
            for (int i = 0; i < EACH; i++) {
                drawn[member][i] = source.apply(member);
                if (i % 50 == 0) {
                    Thread.yield();
                }
            }
        });
        Set<Object> different = new HashSet<>();
        for (Object[] mine : drawn) {
            different.addAll(Arrays.asList(mine));
        }
        long ids = (long) Crowd.SIZE * EACH;
        long twice = ids - different.size();
        System.out.printf("%s, %s: %,d ids, %,d twice%n", name, Crowd.name(), ids, twice);
        return twice;
    }
}
