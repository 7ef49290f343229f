package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.ExhaustedException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
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
        assertThat(drawnFrom(database.ranges(), sequence)).isEqualTo(LAST);
    }

    /** Such a login may not see where the sequence stands. */
    @Test
    void shouldDrawSeveralValuesByTheRightToUpdateAlone() throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        String user = TestDatabase.fresh("updater");
        String sequence = TestDatabase.fresh("seq");
        database.execute(
                "CREATE SEQUENCE " + sequence + " MAXVALUE " + LAST + " CACHE 2",
                "CREATE ROLE " + user + " LOGIN PASSWORD 'x'",
                "GRANT UPDATE ON SEQUENCE " + sequence + " TO " + user);

        assertThat(drawnFrom(Logins.login(database, user), sequence)).isPositive();
    }

    private static long drawnFrom(JdbcRanges ranges, String sequence) {
        JdbcCounter counter =
                ranges.counter(Preset.EF_CORE.counter(1).sequence(sequence)).build();
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
