package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A raise draws on one session of a pool; the others hold values from before it. */
    @ParameterizedTest
    @ValueSource(ints = {20, 2_000})
    void shouldGiveNothingThatASessionDrewAheadBeforeTheRaise(int cache) throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        String sequence = TestDatabase.fresh("cached");
        database.execute("CREATE SEQUENCE " + sequence + " INCREMENT " + BLOCK + " CACHE " + cache);
        try (Connection one = database.source().getConnection();
                Connection other = database.source().getConnection()) {
            JdbcCounter counter = JdbcRanges.over(CounterWentBackTest.inTurns(one, other))
                    .counter(Preset.EF_CORE.counter(BLOCK).sequence(sequence))
                    .build();
            LongStream.range(0, 4).forEach(i -> counter.reserve(BLOCK));

            long raised = counter.raise(50_000);

            assertThat(raised).isGreaterThanOrEqualTo(50_000);
            assertThat(Stream.generate(() -> counter.reserve(BLOCK)).limit(8))
                    .allSatisfy(range -> assertThat(range.low()).isGreaterThan(raised));
        }
    }

    private static JdbcCounter counter(TestDatabase database, String sequence) {
        return database.ranges()
                .counter(Preset.HIBERNATE_POOLED.counter(BLOCK).sequence(sequence))
                .build();
    }
}
