package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.BlockRule.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** How products keep their counters: what several presets have in common, with the products' default names. */
final class Shapes {
    static final String COLD_START = "two programs with this rule that draw the first two values of a fresh counter at"
            + " once take what lies between them twice: let one of them start alone";
    static final String STALE_LOWER_BOUND =
            "its lower bound is computed for the first block only, so two processes repeat"
                    + " numbers between themselves";
    static final String ALTERS = "OpenJPA alters the increment of sequences to its own allocation size; set"
            + " disableAlterSeqenceIncrementBy (spelt so) on its DBDictionary";

    private Shapes() {}

    static UnsafeCounterException refused(String product, String why) {
        return new UnsafeCounterException("a counter of " + product + " cannot be shared: " + why);
    }

    private static CounterDescription of(CounterAccess access, StoredValue meaning, Kind kind, long size) {
        return new CounterDescription("", access, meaning, new BlockRule(kind, size, 1), List.of());
    }

    static CounterDescription sequence(String name, Kind kind, long size) {
        return of(new CounterAccess.Sequence(SqlName.of(name)), StoredValue.NEXT, kind, size);
    }

    /** A sequence that starts at the last number of its first block. */
    static CounterDescription sequenceOfWholeBlocks(String name, Kind kind, long size) {
        return of(new CounterAccess.Sequence(SqlName.of(name), true), StoredValue.NEXT, kind, size);
    }

    private static CounterAccess.Row row(String table, String column, String key, String value) {
        return CounterAccess.Row.of(table, column, Map.of(key, value));
    }

    static CounterDescription hibernateTable(StoredValue meaning, Kind kind, long size) {
        CounterAccess.Row row = row("hibernate_sequences", "next_val", "sequence_name", "default");
        return of(row.createdAt(meaning == StoredValue.NEXT ? 1 : 0), meaning, kind, size);
    }

    static CounterDescription hibernateRow(Kind kind, long size) {
        return of(CounterAccess.Row.of("hibernate_sequence", "next_val", Map.of()), StoredValue.NEXT, kind, size);
    }

    static CounterDescription uniqueKey(long maxLo) {
        CounterAccess.Row row = CounterAccess.Row.of("hibernate_unique_key", "next_hi", Map.of());
        return of(row, StoredValue.NEXT, Kind.MULTIPLY, maxLo + 1);
    }

    static CounterDescription multipleHiLo(long maxLo) {
        CounterAccess.Row row = row("hibernate_sequences", "sequence_next_hi_value", "sequence_name", "default");
        return of(row.createdAt(0), StoredValue.NEXT, Kind.MULTIPLY, maxLo + 1);
    }

    static CounterDescription martenFunction(long size) {
        CounterAccess function = new CounterAccess.Function(SqlName.of("mt_get_next_hi"), "Order");
        return of(function, StoredValue.NEXT, Kind.PAGE, size);
    }

    static CounterDescription pages(String table, long size) {
        // A row that is created holds page 0 already; one below it, the first reservation is page 0.
        CounterAccess.Row row = row(table, "hi_value", "entity_name", "Order").createdAt(-1);
        return of(row, StoredValue.AFTER_UPDATE, Kind.PAGE, size);
    }

    static CounterDescription doctrineTable(long increment) {
        if (increment > 1) {
            throw refused(
                    "Doctrine DBAL's TableGenerator with sequence_increment_by=" + increment,
                    "it issues the first number of every block twice by itself; set the increment to 1");
        }
        CounterAccess.Row row = new CounterAccess.Row(
                SqlName.of("sequences"),
                "sequence_value",
                Map.of("sequence_name", "default"),
                OptionalLong.of(0),
                Optional.empty(),
                Optional.of("sequence_increment_by"));
        return of(row, StoredValue.LAST_USED, Kind.LOW, increment);
    }

    static CounterDescription eclipseLinkTable(Kind kind, long size) {
        CounterAccess.Row row = row("SEQUENCE", "SEQ_COUNT", "SEQ_NAME", "SEQ_GEN_TABLE");
        return of(row, StoredValue.AFTER_UPDATE, kind, size);
    }

    static CounterDescription openJpaTable(long size) {
        CounterAccess.Row row = row("OPENJPA_SEQUENCES_TABLE", "SEQUENCE_VALUE", "ID", "DEFAULT");
        return of(row, StoredValue.NEXT, Kind.LOW, size);
    }
}
