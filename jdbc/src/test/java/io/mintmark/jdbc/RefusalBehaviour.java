package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A counter's refusals before it gives a number, on one real database. */
abstract class RefusalBehaviour {
    abstract TestDatabase database();

    private JdbcCounter build(CounterDescription counter) {
        return database().ranges().counter(counter).build();
    }

    private CounterDescription sequence(Preset preset, long setting, long increment) {
        return preset.counter(setting).sequence(database().newSequence(1, increment));
    }

    private void assertUnsafe(CounterDescription counter, String... parts) {
        assertThatThrownBy(() -> build(counter))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll(parts);
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

    @ParameterizedTest
    @ValueSource(longs = {1, 50})
    void shouldRefuseAnIncrementThatIsNotTheBlock(long increment) {
        CounterDescription counter = sequence(Preset.EF_CORE, 10, increment);

        assertUnsafe(
                counter,
                "efcore (LOW(10)",
                "increment=" + increment + ", block=10",
                "set the block of every program that shares it to " + increment);
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
    void shouldRefuseATextThatADatabaseKeepsInAColumnOfNumbers() {
        assumeTrue(database() == TestDatabase.SQLITE, "the others refuse to store it");
        CounterDescription counter = database().newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(), "BIGINT", null);
        database().execute("INSERT INTO " + counter.access().name() + " VALUES ('ten thousand', 'default')");

        assertUnsafe(counter, "whole number", "ten thousand");
    }

    @Test
    void shouldNotTakeTextsForNoIdsAtAll() {
        assumeTrue(database() == TestDatabase.SQLITE, "the others refuse to store them");
        String ids = TestDatabase.fresh("orders");
        database().execute("CREATE TABLE " + ids + " (id BIGINT)", "INSERT INTO " + ids + " VALUES ('7b'), (5)");

        assertThatThrownBy(() -> database()
                        .ranges()
                        .counter(TestDatabase.fresh("orders"))
                        .ids(ids, "id")
                        .build())
                .hasMessageContaining("7b");
    }

    @Test
    void shouldRefuseAFunctionThatIsNotThere() {
        assertUnsafe(Preset.MARTEN.counter().function("no_such_function"), "no_such_function");
    }

    @Test
    void shouldRefuseASequenceThatIsNotThere() {
        assumeTrue(database().sequences, "no sequences");

        assertUnsafe(Preset.EF_CORE.counter().sequence("nowhere"), "nowhere");
    }

    @Test
    void shouldRefuseASequenceThatBeginsAgain() {
        CounterDescription counter = sequence(Preset.EF_CORE, 10, 10);
        database().execute("ALTER SEQUENCE " + counter.access().name() + " CYCLE");

        assertThatThrownBy(() -> build(counter)).hasMessageContaining("NO CYCLE");
    }

    @Test
    void shouldRefuseATableThatIsNotThere() {
        assertUnsafe(Preset.NHIBERNATE_HILO.counter().table("nowhere"), "nowhere", "next_hi");
    }

    @Test
    void shouldRefuseARowThatItsOwnerDidNotMake() {
        CounterDescription counter = database().newTable(Preset.NHIBERNATE_HILO.counter(), "INTEGER", null);

        assertUnsafe(counter, "has no row");
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

        assertUnsafe(counter, "increment of 1", "=10");
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
}
