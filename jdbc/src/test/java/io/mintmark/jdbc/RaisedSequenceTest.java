package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a sequence looks like once it was raised to a number in the middle of a block. */
class RaisedSequenceTest {
    private static final int BLOCK = 10;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void shouldNotSayThatARaisedSequenceWasSetByHand(TestDatabase database) {
        String sequence = database.newSequence(1, BLOCK);
        JdbcCounter counter = counter(database, sequence);

        assertThat(counter.raise(33)).isGreaterThanOrEqualTo(33);
        assertThat(counter.reserve(BLOCK).low()).isGreaterThan(33);

        assertThat(counter(database, sequence).preflight().warnings())
                .noneMatch(warning -> warning.contains("by hand"));
    }

    /** SETVAL passes any number of values in one statement; drawing so many would take minutes. */
    @Test
    void shouldRaiseASequenceOfMariaDbByAnyNumberOfValues() {
        String sequence = TestDatabase.MARIADB.newSequence(1, BLOCK);
        long far = 20_000_000L * BLOCK;

        assertThat(counter(TestDatabase.MARIADB, sequence).raise(far)).isGreaterThanOrEqualTo(far);

        assertThat(counter(TestDatabase.MARIADB, sequence).reserve(BLOCK).low()).isGreaterThan(far);
    }

    private static JdbcCounter counter(TestDatabase database, String sequence) {
        return database.ranges()
                .counter(Preset.HIBERNATE_POOLED.counter(BLOCK).sequence(sequence))
                .build();
    }
}
