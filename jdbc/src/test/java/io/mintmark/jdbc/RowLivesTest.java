package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.jdbc.internal.store.FirstSerial;
import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A row that is dropped and made anew while programs hold ranges of its old life, and return them late. */
class RowLivesTest {
    private static final long SERIALS = 1L << 62;

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldRefuseAReturnFromAnOlderLifeOfItsTable(TestDatabase database) {
        String table = TestDatabase.fresh("lives");

        assertThat(duplicatesOverTwoLives(
                        database, table, () -> database.execute("DROP TABLE " + quoted(database, table))))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldRefuseAReturnFromAnOlderLifeOfItsRow(TestDatabase database) {
        String table = TestDatabase.fresh("lives");

        assertThat(duplicatesOverTwoLives(
                        database, table, () -> database.execute("DELETE FROM " + quoted(database, table))))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldRepeatNumbersIfEveryLifeBeginsWithOneSerial(TestDatabase database) {
        // The broken twin: rows whose serial begins at 0, as they did.
        String table = TestDatabase.fresh("lives");
        counter(database, table);
        insert(database, table, 0, 0);

        assertThat(duplicatesOverTwoLives(database, table, () -> {
                    database.execute("DELETE FROM " + quoted(database, table));
                    insert(database, table, 0, 0);
                }))
                .isPositive();
    }

    /** Returns how many numbers of the second life two ranges hold, after a range of the first was sent back. */
    private static long duplicatesOverTwoLives(TestDatabase database, String table, Runnable makeAnew) {
        JdbcCounter old = counter(database, table);
        Range held = old.reserve(32);
        makeAnew.run();
        JdbcCounter young = counter(database, table);
        HistoryChecker history = new HistoryChecker();
        issue(history, young.reserve(32));

        old.giveBack(held, 3);

        // Another program: one that remembers its ranges refuses them.
        issue(history, counter(database, table).reserve(32));
        return history.duplicateCount();
    }

    private static void issue(HistoryChecker history, Range range) {
        for (long number = range.low(); number <= range.high(); number++) {
            history.issued("ids", number);
        }
    }

    /** Rows of earlier versions begin at 0; the highest that a row begins with leaves room. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldCountOnFromAnySerial(TestDatabase database) {
        for (long serial : new long[] {0, 7, SERIALS, Long.MAX_VALUE - 100}) {
            String table = TestDatabase.fresh("lives");
            counter(database, table);
            insert(database, table, 40, serial);
            JdbcCounter counter = counter(database, table);

            Range below = counter.reserve(10);
            Range range = counter.reserve(10);

            assertThat(below.token()).isEqualTo(serial + 1);
            assertThat(counter.giveBack(range, range.low() - 1)).isTrue();
            assertThat(counter.giveBack(below, 44)).isTrue();
            assertThat(counter.reserve(1).low()).isEqualTo(45);
            assertThat(counter.raise(99)).isEqualTo(99);
        }
    }

    @Test
    void shouldBeginWithAnyNumberOfALargeSpaceAndNeverWithNone() {
        assertThat(FirstSerial.draw(bytes -> Arrays.fill(bytes, (byte) 0))).isEqualTo(1);
        assertThat(FirstSerial.draw(bytes -> Arrays.fill(bytes, (byte) -1))).isEqualTo(SERIALS);
        assertThat(FirstSerial.draw(
                        bytes -> ByteBuffer.wrap(bytes).putLong(Long.MIN_VALUE).array()))
                .isEqualTo(1);
    }

    @Test
    void shouldReturnNothingToAForeignRowThatItSawBeginAnew() {
        TestDatabase database = TestDatabase.H2;
        CounterDescription row = database.newTable(Preset.HIBERNATE_ROW_POOLED_LO.counter(10), "BIGINT", 1L);
        JdbcCounter counter = database.ranges().counter(row).build();
        Range held = counter.reserve(10);
        database.execute("UPDATE " + row.access().name() + " SET next_val = 1");
        assertThatThrownBy(() -> counter.reserve(10)).isInstanceOf(UnsafeCounterException.class);
        database.ranges().counter(row).build().reserve(10);

        assertThat(counter.giveBack(held, 3)).isFalse();

        assertThat(database.stored(row)).isEqualTo(11);
        assertThat(counter.reserve(10).low()).isEqualTo(11);
    }

    /** A documented limit: nothing in a foreign row tells its lives apart. */
    @Test
    void shouldTakeALateReturnToAForeignRowThatBeganAnewUnseen() {
        TestDatabase database = TestDatabase.H2;
        CounterDescription row = database.newTable(Preset.HIBERNATE_ROW_POOLED_LO.counter(10), "BIGINT", 1L);
        JdbcCounter old = database.ranges().counter(row).build();
        Range held = old.reserve(10);
        database.execute("UPDATE " + row.access().name() + " SET next_val = 1");
        database.ranges().counter(row).build().reserve(10);

        assertThat(old.giveBack(held, 3)).isTrue();
    }

    private static JdbcCounter counter(TestDatabase database, String table) {
        return database.ranges().table(table).counter("orders").build();
    }

    private static void insert(TestDatabase database, String table, long lastNumber, long serial) {
        database.execute(
                "INSERT INTO " + quoted(database, table) + " VALUES ('orders', " + lastNumber + ", " + serial + ")");
    }

    private static String quoted(TestDatabase database, String table) {
        try (Connection connection = database.source().getConnection()) {
            return DialectChooser.choose(connection, Optional.empty()).quote(table);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
