package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.ExhaustedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The last values of a sequence. */
class SequenceEndTest {
    private static final int LAST = 200;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldGiveEveryNumberUpToTheEnd(TestDatabase database) {
        String sequence = database.newSequence(1, 1);
        database.execute("ALTER SEQUENCE " + sequence + " MAXVALUE " + LAST);
        assertThat(drawnFrom(database, sequence)).isEqualTo(LAST);
    }

    private static long drawnFrom(TestDatabase database, String sequence) {
        JdbcCounter counter = database.ranges()
                .counter(Preset.EF_CORE.counter(1).sequence(sequence))
                .build();
        long drawn = 0;
        try {
            while (true) {
                drawn += counter.reserve(500).size();
            }
        } catch (ExhaustedException end) {
            return drawn;
        }
    }
}
