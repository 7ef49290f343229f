package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule.Kind;
import java.util.function.LongFunction;

/** How products outside Hibernate's family keep their counters. */
final class OtherProducts {
    private OtherProducts() {}

    static PresetForm efCore(String id, String product) {
        return PresetForm.of(
                id, product, "IncrementBy", 10, n -> Shapes.sequence("EntityFrameworkHiLoSequence", Kind.LOW, n));
    }

    /** Marten and its sibling: pages of one row, by its function or without. */
    static PresetForm pages(String id, String product, LongFunction<CounterDescription> shape) {
        return PresetForm.of(id, product, "MaxLo", 1_000, shape);
    }

    static PresetForm doctrine(String id, String product) {
        return PresetForm.of(id, product, "allocationSize", 1, n -> Shapes.sequence("doctrine_seq", Kind.LOW, n));
    }

    static PresetForm doctrineTable(String id, String product) {
        return PresetForm.of(id, product, "sequence_increment_by", 1, Shapes::doctrineTable);
    }

    static PresetForm eclipseLink(String id, String product, Kind kind) {
        return allocated(id, product, n -> Shapes.sequenceOfWholeBlocks("SEQ_GEN", kind, n));
    }

    static PresetForm eclipseLinkTable(String id, String product, Kind kind) {
        return allocated(id, product, n -> Shapes.eclipseLinkTable(kind, n));
    }

    static PresetForm openJpa(String id, String product) {
        return allocated(
                id,
                product,
                n -> Shapes.sequence("OPENJPA_SEQUENCE", Kind.LOW, n).warning(Shapes.ALTERS));
    }

    static PresetForm openJpaTable(String id, String product) {
        return allocated(id, product, Shapes::openJpaTable);
    }

    private static PresetForm allocated(String id, String product, LongFunction<CounterDescription> shape) {
        return PresetForm.of(id, product, "allocationSize", 50, shape);
    }
}
