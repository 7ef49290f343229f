package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule.Kind;
import java.util.function.LongFunction;

/** How NHibernate keeps its counters: as Hibernate did when it was ported, with defaults of its own. */
final class NHibernate {
    private NHibernate() {}

    /** The enhanced sequence. */
    static PresetForm sequence(String id, String product, Kind kind) {
        return enhanced(id, product, n -> warned(kind, Shapes.sequence("hibernate_sequence", kind, n)));
    }

    /** The enhanced table, which stores the next value. */
    static PresetForm table(String id, String product, Kind kind) {
        return enhanced(id, product, n -> warned(kind, Shapes.hibernateTable(StoredValue.NEXT, kind, n)));
    }

    private static PresetForm enhanced(String id, String product, LongFunction<CounterDescription> shape) {
        return PresetForm.of(id, product, "increment_size", 10, shape);
    }

    /** Its pooled optimizer makes its first block of two draws. */
    private static CounterDescription warned(Kind kind, CounterDescription counter) {
        return kind == Kind.HIGH_EXCLUSIVE ? counter.warning(Shapes.COLD_START) : counter;
    }
}
