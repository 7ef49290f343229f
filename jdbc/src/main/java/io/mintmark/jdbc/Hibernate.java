package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule.Kind;
import java.util.function.LongFunction;

/** How Hibernate keeps its counters: the generator decides where, the optimizer by which rule. */
final class Hibernate {
    private static final String MAX_LO = "max_lo";

    private Hibernate() {}

    /** A sequence. */
    static PresetForm sequence(String id, String product, Kind kind) {
        return enhanced(id, product, n -> Shapes.sequence("hibernate_sequence", kind, size(kind, n)));
    }

    /** A sequence whose first block is made of two draws. */
    static PresetForm sequenceOfTwoDraws(String id, String product, Kind kind) {
        return enhanced(
                id, product, n -> Shapes.sequence("hibernate_sequence", kind, n).warning(Shapes.COLD_START));
    }

    /** TableGenerator. */
    static PresetForm table(String id, String product, StoredValue meaning, Kind kind) {
        return enhanced(id, product, n -> Shapes.hibernateTable(meaning, kind, size(kind, n)));
    }

    /** A table of one row, where a sequence was wanted. */
    static PresetForm row(String id, String product, Kind kind) {
        return enhanced(id, product, n -> Shapes.hibernateRow(kind, size(kind, n)));
    }

    /** SequenceHiLoGenerator. */
    static PresetForm seqhilo(String id, String product) {
        return PresetForm.of(
                id, product, MAX_LO, 9, maxLo -> Shapes.sequence("hibernate_sequence", Kind.MULTIPLY, maxLo + 1));
    }

    /** TableHiLoGenerator. */
    static PresetForm uniqueKey(String id, String product) {
        return PresetForm.of(id, product, MAX_LO, 32_767, Shapes::uniqueKey);
    }

    /** MultipleHiLoPerTableGenerator. */
    static PresetForm multipleHiLo(String id, String product) {
        return PresetForm.of(id, product, MAX_LO, 32_767, Shapes::multipleHiLo);
    }

    private static PresetForm enhanced(String id, String product, LongFunction<CounterDescription> shape) {
        return PresetForm.of(id, product, "increment_size", 50, shape);
    }

    /** Of its rules, legacy-hilo alone multiplies from 0, and takes the increment size for the highest number of a block. */
    private static long size(Kind kind, long incrementSize) {
        return kind == Kind.MULTIPLY ? incrementSize + 1 : incrementSize;
    }
}
