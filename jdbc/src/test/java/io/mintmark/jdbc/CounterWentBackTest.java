package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.testkit.HistoryChecker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A counter that goes back under a running program, on each real database, by each way in which that happens. */
class CounterWentBackTest {
    private static final int BLOCK = 10;

    /** How a counter goes back. */
    enum Way {
        ROW_SET_TO_ZERO,
        ROW_DELETED,
        ROW_MADE_ANEW,
        TABLE_MADE_ANEW,
        TABLE_PUT_BACK_FROM_A_COPY,
        PRODUCTS_ROW_SET_TO_ZERO,
        PRODUCTS_ROW_MADE_ANEW,
        SEQUENCE_RESTARTED,
        SEQUENCE_MADE_ANEW
    }

    private static Stream<Arguments> ways() {
        return Stream.of(TestDatabase.values())
                .flatMap(database -> Stream.of(Way.values()).map(way -> Arguments.of(database, way)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldRefuseWhenItGoesBackWhicheverWay(TestDatabase database, Way way) {
        Setting setting = new Setting(database, way);
        JdbcCounter counter = setting.program();

        assertThat(repeated(() -> counter, setting)).isZero();

        assertThatThrownBy(() -> counter.reserve(BLOCK))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("must not go back", "raiseAbove(", "raise(number)", "stop all programs");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldRepeatNumbersIfItForgetsWhatItReserved(TestDatabase database, Way way) {
        // The broken twin: the guard is off, because the program is a new one for each range.
        Setting setting = new Setting(database, way);

        assertThat(repeated(setting::program, setting)).isPositive();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldGoOnOnceItIsRaisedAboveWhatItHad(TestDatabase database, Way way) {
        Setting setting = new Setting(database, way);
        JdbcCounter counter = setting.program();
        Range last = reserveSome(counter);
        setting.goBack();
        assertThatThrownBy(() -> counter.reserve(BLOCK)).isInstanceOf(UnsafeCounterException.class);

        setting.program().raise(last.low() - 1 - BLOCK);
        assertThatThrownBy(() -> counter.reserve(BLOCK))
                .as("it still stands below the last range")
                .isInstanceOf(UnsafeCounterException.class);
        setting.program().raise(last.high());

        assertThat(counter.reserve(BLOCK).low()).isGreaterThan(last.high());
        assertThat(counter.giveBack(last, last.low())).as("a range of before").isFalse();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldNotMoveARowThatItRefuses(TestDatabase database, Way way) {
        Setting setting = new Setting(database, way);
        assumeTrue(setting.sequence().isEmpty(), "a draw cannot be undone");
        JdbcCounter counter = setting.program();
        reserveSome(counter);
        setting.goBack();
        List<Long> before = setting.rows();

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> counter.reserve(BLOCK)).isInstanceOf(UnsafeCounterException.class);
        }

        assertThat(setting.rows()).isEqualTo(before);
    }

    /** A generator above the source issues nothing twice, although it has ranges in stock and asks again. */
    @ParameterizedTest
    @MethodSource("ways")
    void shouldIssueNoNumberTwiceFromAGenerator(TestDatabase database, Way way) {
        Setting setting = new Setting(database, way);
        HistoryChecker history = new HistoryChecker();
        StrictHiLo ids = HiLo.over(setting.program())
                .name("ids")
                .rangeSize(BLOCK)
                .rangeSizeMax(BLOCK)
                .strict();
        for (int i = 0; i < 110; i++) {
            history.issued("ids", ids.next());
        }
        setting.goBack();

        assertThat(refusal(ids, history)).hasStackTraceContaining("must not go back");

        history.requireNoDuplicates();
        ids.close();
    }

    /** Issues numbers until the counter is refused; a range that is asked for while it is made anew finds nothing. */
    private static Throwable refusal(StrictHiLo ids, HistoryChecker history) {
        for (int i = 0; i < 200; i++) {
            try {
                history.issued("ids", ids.next());
            } catch (RangeUnavailableException | UnsafeCounterException e) {
                Throwable why = e instanceof RangeUnavailableException ? e.getCause() : e;
                if (why instanceof UnsafeCounterException && why.getMessage().contains("must not go back")) {
                    return e;
                }
            }
        }
        throw new AssertionError("200 numbers were issued");
    }

    /** Returns how many numbers are given twice when the counter goes back between the ranges of a program. */
    private static long repeated(Supplier<? extends RangeSource> program, Setting setting) {
        HistoryChecker history = new HistoryChecker();
        for (int i = 0; i < 11; i++) {
            issue(history, program.get().reserve(BLOCK));
        }
        setting.goBack();
        try {
            for (int i = 0; i < 20; i++) {
                issue(history, program.get().reserve(BLOCK));
            }
        } catch (UnsafeCounterException refused) {
            assertThat(refused).hasMessageContaining("up to " + 11 * BLOCK);
        }
        return history.duplicateCount();
    }

    private static Range reserveSome(RangeSource counter) {
        return Stream.generate(() -> counter.reserve(BLOCK))
                .limit(5)
                .reduce((before, after) -> after)
                .orElseThrow();
    }

    private static void issue(HistoryChecker history, Range range) {
        for (long number = range.low(); number <= range.high(); number++) {
            history.issued("ids", number);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldNotMakeARowAnewThatIsGone(TestDatabase database) {
        Setting setting = new Setting(database, Way.ROW_DELETED);
        JdbcCounter counter = setting.program();
        reserveSome(counter);
        setting.goBack();

        assertThatThrownBy(() -> counter.reserve(BLOCK))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("it has no row");
        assertThat(setting.rows()).isEmpty();

        assertThat(counter.raise(50)).isEqualTo(50);
        assertThat(counter.reserve(BLOCK).low()).isEqualTo(51);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldRefuseARowBelowWhatItWasRaisedTo(TestDatabase database) {
        Setting setting = new Setting(database, Way.ROW_SET_TO_ZERO);
        JdbcCounter counter = setting.program();
        counter.raise(5_000);
        setting.goBack();

        assertThatThrownBy(() -> counter.reserve(BLOCK))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("up to 5000");
    }

    /** What others held and gave back lies above what this program holds, and may come to it. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldTakeWhatOthersGaveBackBelowWhatItSaw(TestDatabase database) {
        for (Way way : List.of(Way.ROW_SET_TO_ZERO, Way.PRODUCTS_ROW_SET_TO_ZERO)) {
            Setting setting = new Setting(database, way);
            JdbcCounter ours = setting.program();
            JdbcCounter theirs = setting.program();
            Range kept = ours.reserve(BLOCK);
            Range wide = theirs.reserve(100);
            Range above = ours.reserve(BLOCK);

            assertThat(ours.giveBack(above, above.low() - 1)).isTrue();
            boolean gone = theirs.giveBack(wide, wide.low() + 4);

            Range next = ours.reserve(BLOCK);
            assertThat(next.low()).isGreaterThan(kept.high()).isEqualTo(gone ? wide.low() + 5 : above.low());
        }
    }

    /** Another program that knows its token gives our latest range back, so that its numbers come to us again. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldTakeItsOwnNumbersAgainWhenAnotherProgramGaveThemBack(TestDatabase database) {
        for (long lastIssued : new long[] {10, 13}) {
            for (int between = 0; between < 3; between++) {
                Setting setting = new Setting(database, Way.ROW_SET_TO_ZERO);
                JdbcCounter ours = setting.program();
                JdbcCounter theirs = setting.program();
                ours.reserve(BLOCK);
                Range latest = ours.reserve(BLOCK);

                assertThat(theirs.giveBack(latest, lastIssued)).isTrue();
                for (int i = 0; i < between; i++) {
                    theirs.reserve(1);
                }

                assertThat(ours.reserve(BLOCK).low()).isEqualTo(lastIssued + 1 + between);
                assertThat(ours.reserve(BLOCK).low()).isEqualTo(lastIssued + 1 + between + BLOCK);
            }
        }
    }

    /** The same numbers, but nobody gave them back: the serial tells. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldRefuseItsOwnNumbersWhenOthersMovedARowThatWasSetBack(TestDatabase database) {
        for (int between = 0; between < 3; between++) {
            Setting setting = new Setting(database, Way.ROW_SET_TO_ZERO);
            JdbcCounter ours = setting.program();
            ours.reserve(100);
            setting.goBack();
            JdbcCounter theirs = setting.program();
            for (int i = 0; i < between; i++) {
                theirs.reserve(1);
            }

            assertThatThrownBy(() -> ours.reserve(BLOCK)).isInstanceOf(UnsafeCounterException.class);
        }
    }

    /** A lost answer: nobody knows whether the numbers went back, so they may come again. */
    @Test
    void shouldTakeNumbersAgainWhoseReturnWasNotAnswered() {
        for (Way way : List.of(Way.ROW_SET_TO_ZERO, Way.PRODUCTS_ROW_SET_TO_ZERO)) {
            Setting setting = new Setting(TestDatabase.H2, way);
            LossySource lossy = new LossySource(TestDatabase.H2.source());
            JdbcCounter counter = setting.program(JdbcRanges.over(lossy.source()));
            Range range = counter.reserve(BLOCK);
            lossy.loseNext(1);
            try {
                counter.giveBack(range, range.low());
            } catch (RangeSourceException lost) {
                assertThat(way).isEqualTo(Way.PRODUCTS_ROW_SET_TO_ZERO);
            }

            assertThat(counter.reserve(BLOCK).low()).as(way.name()).isEqualTo(range.low() + 1);
        }
    }

    /** Sessions of PostgreSQL that draw ahead give lower values later, and that is right. */
    @Test
    void shouldTakeLowerValuesOfSessionsThatDrewAhead() throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        String sequence = TestDatabase.fresh("cached");
        database.execute("CREATE SEQUENCE " + sequence + " INCREMENT 10 CACHE 20");
        try (Connection one = database.source().getConnection();
                Connection other = database.source().getConnection()) {
            JdbcCounter counter = JdbcRanges.over(inTurns(one, other))
                    .counter(Preset.EF_CORE.counter(BLOCK).sequence(sequence))
                    .build();
            HistoryChecker history = new HistoryChecker();
            List<Range> ranges =
                    Stream.generate(() -> counter.reserve(BLOCK)).limit(60).toList();
            ranges.forEach(range -> issue(history, range));

            history.requireNoDuplicates();
            assertThat(IntStream.range(1, 60)
                            .anyMatch(
                                    i -> ranges.get(i).low() < ranges.get(i - 1).low()))
                    .as("a lower one came later")
                    .isTrue();

            database.execute("ALTER SEQUENCE " + sequence + " RESTART");
            TestDatabase.execute(one, "DISCARD SEQUENCES");
            TestDatabase.execute(other, "DISCARD SEQUENCES");
            assertThatThrownBy(() -> counter.reserve(BLOCK))
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContaining("its next number is 1,");
        }
    }

    /** Returns a pool that lends two sessions in turns. */
    static DataSource inTurns(Connection... sessions) {
        AtomicInteger turn = new AtomicInteger();
        return BoundSource.proxy(
                DataSource.class,
                (method, arguments) -> BoundSource.withoutClose(sessions[turn.getAndIncrement() % sessions.length]));
    }

    /** A function that counts pages, whose row somebody set back. */
    @Test
    void shouldRefusePagesOfAFunctionThatItHad() {
        TestDatabase database = TestDatabase.POSTGRES;
        String name = TestDatabase.fresh("next_page");
        database.execute(
                "CREATE TABLE " + name + "_hi (entity text PRIMARY KEY, hi bigint)",
                "INSERT INTO " + name + "_hi VALUES ('orders', -1)",
                "CREATE FUNCTION " + name + "(wanted text) RETURNS bigint LANGUAGE sql AS" + " 'UPDATE " + name
                        + "_hi SET hi = hi + 1 WHERE entity = wanted RETURNING hi'");
        JdbcCounter counter = database.ranges()
                .counter(Preset.MARTEN.counter(BLOCK).function(name).row("orders"))
                .build();
        assertThat(reserveSome(counter).high()).isEqualTo(50);
        database.execute("UPDATE " + name + "_hi SET hi = -1");

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> counter.reserve(BLOCK)).isInstanceOf(UnsafeCounterException.class);
        }
        assertThat(database.number("SELECT hi FROM " + name + "_hi"))
                .as("called once")
                .isZero();

        assertThat(counter.raise(50)).isGreaterThanOrEqualTo(50);
        assertThat(counter.reserve(BLOCK).low()).isGreaterThan(50);
    }

    /** A counter of its own, and how it goes back. */
    private static final class Setting {
        private final TestDatabase database;
        private final Way way;
        private final String table = TestDatabase.fresh("back");
        private final Optional<CounterDescription> foreign;

        Setting(TestDatabase database, Way way) {
            this.database = database;
            this.way = way;
            this.foreign = switch (way) {
                case PRODUCTS_ROW_SET_TO_ZERO, PRODUCTS_ROW_MADE_ANEW ->
                    Optional.of(database.newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(BLOCK), "BIGINT", 0L));
                case SEQUENCE_RESTARTED, SEQUENCE_MADE_ANEW ->
                    Optional.of(Preset.EF_CORE.counter(BLOCK).sequence(database.newSequence(1, BLOCK)));
                default -> Optional.empty();
            };
            if (way == Way.TABLE_PUT_BACK_FROM_A_COPY) {
                program().raise(0);
                database.execute("CREATE TABLE " + table + "_copy AS SELECT * FROM " + quoted());
            }
        }

        JdbcCounter program() {
            return program(database.ranges());
        }

        JdbcCounter program(JdbcRanges ranges) {
            return foreign.map(ranges::counter)
                    .orElseGet(() -> ranges.table(table).counter("orders"))
                    .build();
        }

        Optional<String> sequence() {
            return way == Way.SEQUENCE_RESTARTED || way == Way.SEQUENCE_MADE_ANEW
                    ? foreign.map(counter -> counter.access().name().name())
                    : Optional.empty();
        }

        void goBack() {
            switch (way) {
                case ROW_SET_TO_ZERO -> database.execute("UPDATE " + quoted() + " SET " + column() + " = 0");
                case ROW_DELETED -> database.execute("DELETE FROM " + quoted());
                case ROW_MADE_ANEW -> {
                    database.execute("DELETE FROM " + quoted());
                    program().raise(0);
                }
                case TABLE_MADE_ANEW -> {
                    database.execute("DROP TABLE " + quoted());
                    program().raise(0);
                }
                case TABLE_PUT_BACK_FROM_A_COPY ->
                    database.execute(
                            "DELETE FROM " + quoted(), "INSERT INTO " + quoted() + " SELECT * FROM " + table + "_copy");
                case PRODUCTS_ROW_SET_TO_ZERO ->
                    database.execute("UPDATE " + foreign.orElseThrow().access().name() + " SET next_val = 0");
                case PRODUCTS_ROW_MADE_ANEW ->
                    database.execute(
                            "DELETE FROM " + foreign.orElseThrow().access().name());
                case SEQUENCE_RESTARTED ->
                    database.execute("ALTER SEQUENCE " + sequence().orElseThrow() + " RESTART WITH 1");
                case SEQUENCE_MADE_ANEW ->
                    database.execute(
                            "DROP SEQUENCE " + sequence().orElseThrow(),
                            "CREATE SEQUENCE " + sequence().orElseThrow() + " START WITH 1 INCREMENT BY " + BLOCK
                                    + (database == TestDatabase.MARIADB ? " NOCACHE" : ""));
            }
        }

        /** Returns the numbers of the rows there are. */
        List<Long> rows() {
            String from = " FROM "
                    + foreign.map(counter -> counter.access().name().toString()).orElseGet(this::quoted);
            return database.number("SELECT COUNT(*)" + from) == 0
                    ? List.of()
                    : List.of(database.number("SELECT " + (foreign.isPresent() ? "next_val" : column()) + from));
        }

        private String column() {
            return dialectQuoted("last_number");
        }

        private String quoted() {
            return dialectQuoted(table);
        }

        private String dialectQuoted(String name) {
            try (Connection connection = database.source().getConnection()) {
                return DialectChooser.choose(connection, Optional.empty()).quote(SqlName.of(name));
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }
    }
}
