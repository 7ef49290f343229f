package io.mintmark.hibernate.takeover;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.BlockRule.Kind;
import io.mintmark.hibernate.takeover.CounterReading.Place;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.generator.Generator;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.hibernate.id.enhanced.HiLoOptimizer;
import org.hibernate.id.enhanced.LegacyHiLoAlgorithmOptimizer;
import org.hibernate.id.enhanced.NoopOptimizer;
import org.hibernate.id.enhanced.Optimizer;
import org.hibernate.id.enhanced.PooledLoOptimizer;
import org.hibernate.id.enhanced.PooledLoThreadLocalOptimizer;
import org.hibernate.id.enhanced.PooledOptimizer;
import org.hibernate.id.enhanced.SequenceStructure;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.id.enhanced.TableGenerator;
import org.hibernate.id.enhanced.TableStructure;

/**
 * Reads how a generator of Hibernate counts from what Hibernate built, never from annotations: the optimizer that it
 * chose, and the sequence or table that it draws from. Immutable.
 *
 * <p>A class that extends one of these may count in any way, and is not read.
 */
final class GeneratorReader {
    /** Hibernate's default; a table with another column has none of this name, which the counter's look then finds. */
    private static final String ROW_COLUMN = "next_val";

    /** Named by text: it is missing in 6. */
    private static final String NATIVE = "org.hibernate.id.NativeGenerator";

    private final SchemaNames schemas;

    GeneratorReader(SchemaNames schemas) {
        this.schemas = schemas;
    }

    /** Returns the names by which a setting may mean {@code original}: those of the mapping and of its counter. */
    static Set<String> namesOf(Generator original, MappedIds mapped) {
        Set<String> names = new LinkedHashSet<>(mapped.names());
        if (original instanceof SequenceStyleGenerator sequence) {
            names.add(sequence.getDatabaseStructure()
                    .getPhysicalName()
                    .getObjectName()
                    .getText());
        } else if (original instanceof TableGenerator table) {
            names.add(table.getSegmentValue());
        }
        return names;
    }

    /** Returns whether {@code original} draws from a sequence or a table within itself, unless inserts make its ids. */
    static boolean isHidden(Generator original) {
        return original.getClass().getName().equals(NATIVE) && !original.generatedOnExecution();
    }

    /** Returns how {@code generator} counts; throws {@link UnreadException} with the reason if nobody can prove it. */
    CounterReading read(MappedGenerator generator) {
        Generator original = generator.original();
        MappedIds mapped = generator.mapped();
        if (mapped.isHistory()) {
            throw new UnreadException(
                    "its numbers are the order of a history, which blocks of several processes would mix");
        }
        if (original.getClass() == SequenceStyleGenerator.class) {
            return sequence((SequenceStyleGenerator) original, mapped);
        }
        if (original.getClass() == TableGenerator.class) {
            return row((TableGenerator) original, mapped, generator.wrapper());
        }
        if (isHidden(original)) {
            throw new UnreadException(
                    "it is a NativeGenerator, which does not show its sequence or table; use @GeneratedValue over it");
        }
        throw new UnreadException("it is a " + original.getClass().getName() + ", which is none of Hibernate's"
                + " generators over a sequence or a table");
    }

    private CounterReading sequence(SequenceStyleGenerator generator, MappedIds mapped) {
        DatabaseStructure structure = generator.getDatabaseStructure();
        BlockRule rule = rule(generator.getOptimizer(), structure.getInitialValue());
        QualifiedName name = structure.getPhysicalName();
        if (structure.getClass() == SequenceStructure.class) {
            requireFixedIncrement(rule, mapped);
            return new CounterReading(
                    Place.sequence(schemas.of(name), schemas.object(name), SchemaNames.isQuoted(name)), rule, false);
        }
        if (structure.getClass() == TableStructure.class) {
            requireDefaultStart(rule);
            return new CounterReading(
                    Place.singleRow(
                            schemas.of(name), schemas.object(name), column(ROW_COLUMN), SchemaNames.isQuoted(name)),
                    rule,
                    false);
        }
        throw new UnreadException(
                "it keeps its number in a " + structure.getClass().getName() + ", which is not one of Hibernate's");
    }

    private CounterReading row(TableGenerator generator, MappedIds mapped, Optional<WrappedGenerator> wrapper) {
        BlockRule rule = rule(generator.getOptimizer(), generator.getInitialValue());
        requireDefaultStart(rule);
        QualifiedName table = wrapper.flatMap(WrappedGenerator::table).orElseGet(() -> WrappedTable.named(generator));
        long created = generator.getInitialValue() - (mapped.storesLastUsed() ? 1L : 0L);
        Place place = new Place(
                CounterReading.Kind.NAMED_ROW,
                schemas.of(table),
                schemas.object(table),
                column(generator.getValueColumnName()),
                column(generator.getSegmentColumnName()),
                generator.getSegmentValue(),
                SchemaNames.isQuoted(table),
                OptionalLong.of(created));
        return new CounterReading(place, rule, mapped.storesLastUsed());
    }

    private static BlockRule rule(Optimizer optimizer, long first) {
        Class<?> type = optimizer.getClass();
        long size = optimizer.getIncrementSize();
        if (size < 0) {
            throw new UnreadException("it counts downwards, in steps of " + size);
        }
        if (type == NoopOptimizer.class) {
            return BlockRule.low(1);
        }
        if (size < 1 || first < 1) {
            throw new UnreadException(
                    "it counts from " + first + " in steps of " + size + ", and both must be above 0");
        }
        return pooled(type, size, first)
                .or(() -> multiplied(type, size))
                .orElseThrow(() ->
                        new UnreadException("its optimizer is a " + type.getName() + ", whose blocks nobody knows"));
    }

    private static Optional<BlockRule> pooled(Class<?> optimizer, long size, long first) {
        if (optimizer == PooledOptimizer.class) {
            return Optional.of(BlockRule.high(size).startingAt(first));
        }
        return optimizer == PooledLoOptimizer.class || optimizer == PooledLoThreadLocalOptimizer.class
                ? Optional.of(BlockRule.low(size))
                : Optional.empty();
    }

    private static Optional<BlockRule> multiplied(Class<?> optimizer, long size) {
        if (optimizer == HiLoOptimizer.class) {
            return Optional.of(BlockRule.multiplyFromOne(size));
        }
        return optimizer == LegacyHiLoAlgorithmOptimizer.class
                ? Optional.of(BlockRule.multiply(size + 1))
                : Optional.empty();
    }

    /** A row shows no start: nobody can tell whether the block at an initial value of its own is still to come. */
    private static void requireDefaultStart(BlockRule rule) {
        if (rule.kind() == Kind.HIGH && rule.first() != 1) {
            throw new UnreadException("its table has an initial value of its own, " + rule.first()
                    + ", by which pooled reads its first block otherwise, and the row does not show it");
        }
    }

    private static void requireFixedIncrement(BlockRule rule, MappedIds mapped) {
        if (mapped.adaptsIncrement() && rule.kind().needsIncrementOfSize() && rule.size() > 1) {
            throw new UnreadException(
                    "hibernate.id.sequence.increment_size_mismatch_strategy=fix has each process count"
                            + " by the increment that it found at its start; set it to exception");
        }
    }

    /** A column as SQL has it may be in quotes, whose dialect does not matter here. */
    private String column(String column) {
        boolean quoted = column.length() > 2 && "\"`[".indexOf(column.charAt(0)) >= 0;
        return schemas.column(quoted ? column.substring(1, column.length() - 1) : column, quoted);
    }
}
