package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.document.KeyForm;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Durability;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The behaviour of a counter, on one real database. */
abstract class CounterBehaviour {
    private static final int PROGRAMS = 8;

    abstract TestDatabase database();

    private JdbcCounter build(CounterDescription counter) {
        return database().ranges().counter(counter).build();
    }

    private CounterDescription sequence(Preset preset, long setting, long increment) {
        return preset.counter(setting).sequence(database().newSequence(1, increment));
    }

    @Test
    void shouldMakeItsTableAndItsRowOnceForAllCallers() throws Exception {
        JdbcRanges ranges = database().ranges().table(TestDatabase.fresh("made"));

        List<Range> taken =
                together(() -> ranges.counter("orders").attempts(32).build().reserve(10));

        requireApart(taken);
        assertThat(taken).extracting(Range::low).contains(1L);
    }

    @Test
    void shouldMakeItsRowInTheAttemptThatNeedsIt() {
        JdbcRanges ranges = database().ranges().table(TestDatabase.fresh("made"));

        assertThat(ranges.counter("orders").attempts(1).build().reserve(10).low())
                .isEqualTo(1);
    }

    @Test
    void shouldInsertAMissingRowOfAnotherProductOnceForAllCallers() throws Exception {
        CounterDescription counter = database().newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(10), "BIGINT", null);

        List<Range> taken = together(
                () -> database().ranges().counter(counter).attempts(32).build().reserve(10));

        requireApart(taken);
        assertThat(database().stored(counter)).isEqualTo(10L * PROGRAMS);
    }

    @Test
    void shouldShareOneCounterWhateverTheCaseOfItsName() {
        String name = TestDatabase.fresh("PurchaseÄrger");

        JdbcCounter upper =
                database().ranges().counter(name.toUpperCase(Locale.ROOT)).build();
        Range one = upper.reserve(10);
        Range other = database().ranges().counter(name).build().reserve(10);

        requireApart(List.of(one, other));
        assertThat(other.low()).isEqualTo(11);
        assertThat(upper.description().name()).isEqualTo(name.toUpperCase(Locale.ROOT));
        assertThat(ownRows(name)).containsExactly(KeyForm.of(name));
    }

    @Test
    void shouldCountOnInARowThatWasMadeWithCapitals() {
        String name = TestDatabase.fresh("Invoices");
        insertOwnRow(name, 70);

        assertThat(database()
                        .ranges()
                        .counter(KeyForm.of(name))
                        .build()
                        .reserve(10)
                        .low())
                .isEqualTo(71);
        assertThat(database().ranges().counter(name).build().reserve(10).low()).isEqualTo(81);
        assertThat(ownRows(name)).containsExactly(name);
    }

    @Test
    void shouldRefuseOneNameThatHasTwoRows() {
        String name = TestDatabase.fresh("Twice");
        insertOwnRow(name, 70);
        insertOwnRow(KeyForm.of(name), 30);

        assertThatThrownBy(() -> database().ranges().counter(name).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(name, KeyForm.of(name), "leave the row with the highest number");
    }

    @Test
    void shouldKeepNamesApartThatDifferInAnAccent() {
        String name = TestDatabase.fresh("cafe");
        database().ranges().counter(name).build().reserve(10);

        JdbcCounter accented =
                database().ranges().counter(name.replace('e', 'é')).build();

        assertThat(accented.reserve(10).low()).isEqualTo(1);
    }

    private List<String> ownRows(String name) {
        return database().ranges().discover(List.of()).counters().stream()
                .map(FoundCounter::description)
                .filter(counter -> counter.access() instanceof CounterAccess.Row row
                        && row.name().name().equalsIgnoreCase(JdbcRanges.TABLE))
                .map(counter -> counter.name().substring(JdbcRanges.TABLE.length() + 1))
                .filter(found -> KeyForm.of(found).equals(KeyForm.of(name)))
                .toList();
    }

    /** Inserts a row as our own table had it before names were compared by their key form. */
    private void insertOwnRow(String name, long lastNumber) {
        database().ranges().counter(TestDatabase.fresh("first")).build();
        try (Connection connection = database().source().getConnection()) {
            String table = DialectChooser.choose(connection, Optional.empty()).quote(SqlName.of(JdbcRanges.TABLE));
            database().execute("INSERT INTO " + table + " VALUES ('" + name + "', " + lastNumber + ", 0)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldTakeNamesForNamesAndNothingElse() {
        String victim = TestDatabase.fresh("victim");
        database().execute("CREATE TABLE " + victim + " (id INTEGER)");
        JdbcRanges ranges = database().ranges().table("a\"b`c'; DROP TABLE " + victim + "; --x");

        JdbcCounter counter =
                ranges.counter("it's; DROP TABLE " + victim + "; --").build();

        assertThat(counter.reserve(5).high()).isEqualTo(5);
        assertThat(database().number("SELECT COUNT(*) FROM " + victim)).isZero();
    }

    @Test
    void shouldSayWhatSurvivesALossOfPower() {
        Durability durability =
                database().ranges().counter("orders").build().preflight().durability();

        assertThat(durability.durable()).as(durability.why()).isEqualTo(database() != TestDatabase.H2);
    }

    @Test
    void shouldSayWhatSurvivesOfASequence() {
        Durability durability =
                build(sequence(Preset.EF_CORE, 10, 10)).preflight().durability();

        assertThat(durability.durable()).as(durability.why()).isEqualTo(database() == TestDatabase.POSTGRES);
    }

    /** Nothing of a sequence goes back, so a program that needs few numbers must not draw many. */
    @Test
    void shouldDrawMoreAtOnceTheMoreWasDrawn() {
        assumeTrue(database() == TestDatabase.POSTGRES, "no statement of it draws several values");
        JdbcCounter source = build(sequence(Preset.EF_CORE, 10, 10));

        List<Long> sizes =
                Stream.generate(() -> source.reserve(1_000).size()).limit(8).toList();

        assertThat(sizes).containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 500L, 500L);
        assertThat(source.reserve(10).size()).as("no more than is wanted").isEqualTo(10);
    }

    @Test
    void shouldDrawSeveralBlocksBesideOthersWhoDraw() throws Exception {
        CounterDescription counter = sequence(Preset.HIBERNATE_POOLED_LO, 10, 10);
        HistoryChecker history = new HistoryChecker();

        together(() -> {
            JdbcCounter source = build(counter);
            Range last = source.reserve(1_000);
            for (int i = 0; i < 40; i++) {
                for (long number = last.low(); number <= last.high(); number++) {
                    history.issued("ids", number);
                }
                last = source.reserve(1_000);
            }
            return last;
        });

        history.requireNoDuplicates();
    }

    @Test
    void shouldBearAnyIncrementWhereValuesCountBlocks() {
        JdbcCounter source = build(sequence(Preset.HIBERNATE_HILO, 10, 7));

        assertThat(source.reserve(1).low()).isEqualTo(1);
        assertThat(source.reserve(1).low()).isEqualTo(71);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EF_CORE",
                "HIBERNATE_POOLED",
                "HIBERNATE_POOLED_EXCLUSIVE",
                "HIBERNATE_HILO",
                "NHIBERNATE_SEQHILO"
            })
    void shouldRaiseASequenceAndNeverLowerIt(Preset preset) {
        CounterDescription named = preset.counter(10);
        long increment =
                named.rule().kind().needsIncrementOfSize() ? named.rule().size() : 1;
        JdbcCounter source = build(named.sequence(database().newSequence(1, increment)));

        long raised = source.raise(54_321);
        Range next = source.reserve(1);

        assertThat(raised).isBetween(54_321L, 54_321L + 3 * named.rule().size());
        assertThat(next.low()).isGreaterThan(raised);
        assertThat(source.raise(5)).isGreaterThanOrEqualTo(next.high());
        assertThat(source.reserve(1).low()).isGreaterThan(next.high());
    }

    @Test
    void shouldRaiseBesideOthersWhoDraw() throws Exception {
        CounterDescription counter = sequence(Preset.EF_CORE, 10, 10);
        HistoryChecker history = new HistoryChecker();

        together(() -> {
            JdbcCounter source = build(counter);
            Range last = source.reserve(1);
            for (int i = 0; i < 20; i++) {
                source.raise(last.high() + 95);
                last = source.reserve(1);
                for (long number = last.low(); number <= last.high(); number++) {
                    history.issued("ids", number);
                }
            }
            return last;
        });

        history.requireNoDuplicates();
    }

    @Test
    void shouldTakeWholeBlocksBackWhereValuesCountBlocks() {
        CounterDescription counter = database().newTable(Preset.NHIBERNATE_HILO.counter(9), "INTEGER", 1L);
        JdbcCounter source = build(counter);
        Range range = source.reserve(30);

        assertThat(range.size()).isEqualTo(30);
        assertThat(source.giveBack(range, 14)).as("inside a block").isFalse();
        assertThat(source.giveBack(range, 19)).as("two whole blocks").isTrue();
        assertThat(source.reserve(1).low()).isEqualTo(20);
    }

    @Test
    void shouldFindSequencesAndTablesOfUsualNames() {
        database()
                .execute(
                        "CREATE TABLE hibernate_unique_key (next_hi INTEGER)",
                        "INSERT INTO hibernate_unique_key VALUES (77)");
        String own = TestDatabase.fresh("found");
        database().ranges().counter(own).build().reserve(10);

        List<FoundCounter> found = database().ranges().discover(List.of()).counters();

        assertThat(found).anySatisfy(one -> {
            assertThat(one.description().access().kind()).isEqualTo("single row");
            assertThat(one.note()).contains("NHibernate");
            assertThat(one.value()).hasValue(77);
        });
        assertThat(found).anySatisfy(one -> {
            assertThat(one.description().name()).isEqualTo("mintmark_counter " + own);
            assertThat(one.value()).hasValue(10);
        });
        database().execute("DROP TABLE hibernate_unique_key");
    }

    @Test
    void shouldFindASequenceAndWhereItStands() {
        CounterDescription counter = sequence(Preset.EF_CORE, 10, 10);
        build(counter).reserve(1);
        String name = counter.access().name().name();

        assertThat(database().ranges().discover(List.of()).counters())
                .filteredOn(one -> one.description().access().name().name().equalsIgnoreCase(name))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.value()).hasValue(11);
                    assertThat(one.increment()).hasValue(10);
                });
    }

    private static List<Range> together(java.util.concurrent.Callable<Range> program)
            throws InterruptedException, ExecutionException {
        ExecutorService programs = Executors.newFixedThreadPool(PROGRAMS);
        try {
            List<Future<Range>> running = IntStream.range(0, PROGRAMS)
                    .mapToObj(i -> programs.submit(program))
                    .toList();
            List<Range> taken = new java.util.ArrayList<>();
            for (Future<Range> one : running) {
                taken.add(one.get());
            }
            return taken;
        } finally {
            programs.shutdownNow();
        }
    }

    private static void requireApart(List<Range> ranges) {
        HistoryChecker history = new HistoryChecker();
        ranges.forEach(range -> {
            for (long number = range.low(); number <= range.high(); number++) {
                history.issued("ids", number);
            }
        });
        history.requireNoDuplicates();
    }
}
