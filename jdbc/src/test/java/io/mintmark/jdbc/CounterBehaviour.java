package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.range.ExhaustedException;
import io.mintmark.range.MisplacedCounterException;
import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a counter does and refuses, on one real database. */
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
    void shouldMakeItsTableAndItsRowOnceWhoeverComes() throws Exception {
        JdbcRanges ranges = database().ranges().table(TestDatabase.fresh("made"));

        List<Range> taken =
                together(() -> ranges.counter("orders").attempts(32).build().reserve(10));

        requireApart(taken);
        assertThat(taken).extracting(Range::low).contains(1L);
    }

    @Test
    void shouldInsertAMissingRowOfAnotherProductOnceWhoeverComes() throws Exception {
        CounterDescription counter = database().newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(10), "BIGINT", null);

        List<Range> taken = together(
                () -> database().ranges().counter(counter).attempts(32).build().reserve(10));

        requireApart(taken);
        assertThat(database().stored(counter)).isEqualTo(10L * PROGRAMS);
    }

    @Test
    void shouldExpectATableWhereItMayNotMakeOne() {
        JdbcRanges ranges =
                database().ranges().table(TestDatabase.fresh("planned")).withoutCreating();

        assertThatThrownBy(() -> ranges.counter("orders").build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("orders");

        database().execute(ranges.tableDefinition());
        assertThat(ranges.counter("orders").build().reserve(3))
                .extracting(Range::high)
                .isEqualTo(3L);
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

    @ParameterizedTest
    @ValueSource(longs = {1, 50})
    void shouldRefuseAnIncrementThatIsNotTheBlock(long increment) {
        CounterDescription counter = sequence(Preset.EF_CORE, 10, increment);

        assertThatThrownBy(() -> build(counter))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("efcore (LOW(10)")
                .hasMessageContaining("increment=" + increment + ", block=10")
                .hasMessageContaining("set the block of every program that shares it to " + increment);
    }

    @Test
    void shouldRefuseAnIncrementThatIsAlteredWhileItRuns() {
        CounterDescription counter = sequence(Preset.OPENJPA, 50, 50);
        JdbcCounter source = build(counter);
        source.reserve(1);

        database().execute("ALTER SEQUENCE " + counter.access().name() + " INCREMENT BY 10");

        assertThatThrownBy(() -> {
                    source.reserve(1);
                    source.reserve(1);
                })
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("increment=10, block=50");
    }

    @Test
    void shouldBearAnyIncrementWhereValuesCountBlocks() {
        JdbcCounter source = build(sequence(Preset.HIBERNATE_HILO, 10, 7));

        assertThat(source.reserve(1).low()).isEqualTo(1);
        assertThat(source.reserve(1).low()).isEqualTo(71);
    }

    @Test
    void shouldRefuseASequenceThatIsNotThere() {
        assumeTrue(database().sequences, "no sequences");

        assertThatThrownBy(() -> build(Preset.EF_CORE.counter().sequence("nowhere")))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void shouldRefuseASequenceThatBeginsAgain() {
        CounterDescription counter = sequence(Preset.EF_CORE, 10, 10);
        database().execute("ALTER SEQUENCE " + counter.access().name() + " CYCLE");

        assertThatThrownBy(() -> build(counter)).hasMessageContaining("NO CYCLE");
    }

    @Test
    void shouldRefuseATableThatIsNotThere() {
        assertThatThrownBy(() -> build(Preset.NHIBERNATE_HILO.counter().table("nowhere")))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("next_hi");
    }

    @Test
    void shouldRefuseARowThatItsOwnerDidNotMake() {
        CounterDescription counter = database().newTable(Preset.NHIBERNATE_HILO.counter(), "INTEGER", null);

        assertThatThrownBy(() -> build(counter))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("has no row");
    }

    @Test
    void shouldRefuseTwoRowsUntilItIsToldWhichOne() {
        String table = TestDatabase.fresh("unique_key");
        database()
                .execute(
                        "CREATE TABLE " + table + " (next_id INTEGER, entity VARCHAR(20))",
                        "INSERT INTO " + table + " VALUES (1, 'Order')",
                        "INSERT INTO " + table + " VALUES (7, 'User')");
        CounterDescription counter =
                Preset.NHIBERNATE_HILO.counter(9).table(table).column("next_id");

        assertThatThrownBy(() -> build(counter)).hasMessageContaining("several match");
        assertThat(build(counter.where("entity", "User")).reserve(1).low()).isEqualTo(70);
        assertThat(build(counter.where("entity", "Order")).reserve(1).low()).isEqualTo(10);
    }

    @Test
    void shouldRefuseANull() {
        CounterDescription counter = database().newTable(Preset.NHIBERNATE_HILO.counter(), "INTEGER", null);
        database().execute("INSERT INTO " + counter.access().name() + " (next_hi) VALUES (NULL)");

        assertThatThrownBy(() -> build(counter)).hasMessageContaining("NULL");
    }

    @Test
    void shouldRefuseAColumnOfTexts() {
        CounterDescription counter = database().newTable(Preset.NHIBERNATE_HILO.counter(), "VARCHAR(20)", null);

        assertThatThrownBy(() -> build(counter)).hasMessageContaining("whole numbers");
    }

    @Test
    void shouldRefuseACounterThatStandsBelowItsBlocks() {
        CounterDescription counter = database().newTable(Preset.HIBERNATE_ROW_POOLED.counter(10), "BIGINT", 7L);

        assertThatThrownBy(() -> build(counter)).isInstanceOf(MisplacedCounterException.class);
    }

    @Test
    void shouldStopWhereItsColumnEnds() {
        assumeTrue(database() != TestDatabase.SQLITE, "SQLite's integers have 64 bits, whatever they are called");
        CounterDescription counter =
                database().newTable(Preset.NHIBERNATE_TABLE_POOLED_LO.counter(10), "INTEGER", Integer.MAX_VALUE - 4L);
        JdbcCounter source = build(counter);

        assertThat(source.reserve(10).size()).isEqualTo(4);
        assertThatThrownBy(() -> source.reserve(1)).isInstanceOf(ExhaustedException.class);
    }

    @Test
    void shouldRefuseToShareADoctrineTableThatStepsByMoreThanOne() {
        CounterDescription counter = database().newTable(Preset.DOCTRINE_TABLE.counter(), "INTEGER", 1L);
        database().execute("UPDATE " + counter.access().name() + " SET sequence_increment_by = 10");

        assertThatThrownBy(() -> build(counter))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("increment of 1", "=10");
    }

    @Test
    void shouldRefuseToStartBelowExistingIdsAndRaiseAboveThem() {
        String ids = TestDatabase.fresh("orders");
        database().execute("CREATE TABLE " + ids + " (id BIGINT)", "INSERT INTO " + ids + " VALUES (1234)");
        CounterDescription counter = database().newTable(Preset.HIBERNATE_TABLE_POOLED.counter(50), "BIGINT", 0L);

        assertThatThrownBy(() ->
                        database().ranges().counter(counter).ids(ids, "id").build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("=1234")
                .hasMessageContaining("raiseAbove");

        assertThat(build(counter).raiseAbove(ids, "id", 0)).isEqualTo(1234);
        assertThat(database()
                        .ranges()
                        .counter(counter)
                        .ids(ids, "id")
                        .build()
                        .reserve(1)
                        .low())
                .isEqualTo(1235);
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

        List<FoundCounter> found = database().ranges().survey();

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

        assertThat(database().ranges().survey())
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
