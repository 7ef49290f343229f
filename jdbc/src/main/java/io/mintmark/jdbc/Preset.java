package io.mintmark.jdbc;

import io.mintmark.range.BlockRule.Kind;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * How products keep their counters, by name; those that cannot be shared are here too, and refuse with the reason.
 *
 * <p>{@link #counter()} has the product's default names, which {@link CounterDescription} changes. The number that a product
 * is configured with is not always the block's size: {@link #counter(long)} takes it as the product does. Sources are
 * sections of the fact sheet <i>relational-hilo</i>: 1.1 for the map, 3 and 4 for each product.
 */
public enum Preset {
    /** EF Core on SQL Server and PostgreSQL. */
    EF_CORE(
            "efcore",
            "EF Core, UseHiLo",
            "IncrementBy",
            10,
            n -> Shapes.sequence("EntityFrameworkHiLoSequence", Kind.LOW, n)),

    /** Hibernate's default for generators with an increment above 1. */
    HIBERNATE_POOLED(
            "hibernate-pooled",
            "Hibernate 5.6.8 and newer, pooled (its default)",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.HIGH, n)),
    /** The same rule, but two that start at once on a fresh sequence repeat numbers between themselves. */
    HIBERNATE_POOLED_JOINED(
            "hibernate-pooled-5.0",
            "Hibernate 4.3.11, 5.0.0 to 5.6.7, pooled",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.HIGH, n).warning(Shapes.COLD_START)),
    /** Hibernate up to 4.2. */
    HIBERNATE_POOLED_EXCLUSIVE(
            "hibernate-pooled-4.2",
            "Hibernate up to 4.2, pooled",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.HIGH_EXCLUSIVE, n).warning(Shapes.COLD_START)),
    /** Also the default of Quarkus 3. */
    HIBERNATE_POOLED_LO(
            "hibernate-pooled-lo",
            "Hibernate, pooled-lo and pooled-lotl; Quarkus 3",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.LOW, n)),
    /** Since 5.2.10; see {@link #HIBERNATE_HILO_STALE}. */
    HIBERNATE_HILO(
            "hibernate-hilo",
            "Hibernate 5.2.10 and newer, hilo",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.MULTIPLY_FROM_ONE, n)),
    /** Its blocks have one number more than its increment size. */
    HIBERNATE_LEGACY_HILO(
            "hibernate-legacy-hilo",
            "Hibernate, legacy-hilo",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.MULTIPLY, n + 1)),
    /** Hibernate up to 5.6, SequenceHiLoGenerator. */
    HIBERNATE_SEQHILO(
            "hibernate-seqhilo",
            "Hibernate up to 5.6, seqhilo",
            "max_lo",
            9,
            n -> Shapes.sequence("hibernate_sequence", Kind.MULTIPLY, n + 1)),
    /** Whatever optimizer it is told. */
    HIBERNATE_REACTIVE(
            "hibernate-reactive",
            "Hibernate Reactive, sequence",
            "increment_size",
            50,
            n -> Shapes.sequence("hibernate_sequence", Kind.LOW, n)),

    /** A table that stores the last value used, since Hibernate 5.3. */
    HIBERNATE_TABLE_POOLED(
            "hibernate-table-pooled",
            "Hibernate 5.3 and newer, TableGenerator, pooled",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.LAST_USED, Kind.HIGH, n)),
    /** A table that stores the last value used. */
    HIBERNATE_TABLE_POOLED_LO(
            "hibernate-table-pooled-lo",
            "Hibernate 5.3 and newer, TableGenerator, pooled-lo",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.LAST_USED, Kind.LOW, n)),
    /** A table that stores the last value used. */
    HIBERNATE_TABLE_HILO(
            "hibernate-table-hilo",
            "Hibernate 5.3 and newer, TableGenerator, hilo",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.LAST_USED, Kind.MULTIPLY_FROM_ONE, n)),
    /** A table that stores the last value used; blocks have one number more than the increment size. */
    HIBERNATE_TABLE_LEGACY_HILO(
            "hibernate-table-legacy-hilo",
            "Hibernate 5.3 and newer, TableGenerator, legacy-hilo",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.LAST_USED, Kind.MULTIPLY, n + 1)),
    /** A table that stores the next value: {@code stored_last_used=false}, and Hibernate 5.6.8 rules. */
    HIBERNATE_TABLE_NEXT_POOLED(
            "hibernate-table-next-pooled",
            "Hibernate, TableGenerator with stored_last_used=false, pooled",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.NEXT, Kind.HIGH, n)),
    /** A table that stores the next value. */
    HIBERNATE_TABLE_NEXT_POOLED_LO(
            "hibernate-table-next-pooled-lo",
            "Hibernate, TableGenerator with stored_last_used=false, pooled-lo",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.NEXT, Kind.LOW, n)),
    /** A table that stores the next value. */
    HIBERNATE_TABLE_NEXT_HILO(
            "hibernate-table-next-hilo",
            "Hibernate 5.2.10 and newer, TableGenerator with stored_last_used=false, hilo",
            "increment_size",
            50,
            n -> Shapes.hibernateTable(StoredValue.NEXT, Kind.MULTIPLY_FROM_ONE, n)),

    /** A sequence generator that was forced to a table, or a database without sequences. */
    HIBERNATE_ROW_POOLED(
            "hibernate-row-pooled",
            "Hibernate 5.6.8 and newer, sequence forced to a table, pooled",
            "increment_size",
            50,
            n -> Shapes.hibernateRow(Kind.HIGH, n)),
    /** A sequence generator that was forced to a table. */
    HIBERNATE_ROW_POOLED_LO(
            "hibernate-row-pooled-lo",
            "Hibernate, sequence forced to a table, pooled-lo",
            "increment_size",
            50,
            n -> Shapes.hibernateRow(Kind.LOW, n)),
    /** A sequence generator that was forced to a table. */
    HIBERNATE_ROW_HILO(
            "hibernate-row-hilo",
            "Hibernate 5.2.10 and newer, sequence forced to a table, hilo",
            "increment_size",
            50,
            n -> Shapes.hibernateRow(Kind.MULTIPLY_FROM_ONE, n)),
    /** A sequence generator that was forced to a table; blocks have one number more than the increment size. */
    HIBERNATE_ROW_LEGACY_HILO(
            "hibernate-row-legacy-hilo",
            "Hibernate, sequence forced to a table, legacy-hilo",
            "increment_size",
            50,
            n -> Shapes.hibernateRow(Kind.MULTIPLY, n + 1)),

    /** Hibernate up to 4.3, TableHiLoGenerator; its row begins at 0. */
    HIBERNATE_UNIQUE_KEY(
            "hibernate-unique-key",
            "Hibernate up to 4.3, hilo in hibernate_unique_key",
            "max_lo",
            32_767,
            n -> Shapes.uniqueKey(n)),
    /** Hibernate up to 5.6, MultipleHiLoPerTableGenerator. */
    HIBERNATE_MULTIPLE_HILO(
            "hibernate-multiple-hilo",
            "Hibernate up to 5.6, MultipleHiLoPerTableGenerator",
            "max_lo",
            32_767,
            n -> Shapes.multipleHiLo(n)),

    /** NHibernate's {@code hilo} generator; its row begins at 1. Not the optimizer of the same name. */
    NHIBERNATE_HILO("nhibernate-hilo", "NHibernate, hilo", "max_lo", 32_767, n -> Shapes.uniqueKey(n)),
    /** NHibernate's {@code seqhilo} generator. */
    NHIBERNATE_SEQHILO(
            "nhibernate-seqhilo",
            "NHibernate, seqhilo",
            "max_lo",
            9,
            n -> Shapes.sequence("hibernate_sequence", Kind.MULTIPLY, n + 1)),
    /** NHibernate's enhanced sequence. */
    NHIBERNATE_POOLED(
            "nhibernate-pooled",
            "NHibernate, enhanced-sequence, pooled",
            "increment_size",
            10,
            n -> Shapes.sequence("hibernate_sequence", Kind.HIGH_EXCLUSIVE, n).warning(Shapes.COLD_START)),
    /** NHibernate's enhanced sequence with {@code prefer_lo}. */
    NHIBERNATE_POOLED_LO(
            "nhibernate-pooled-lo",
            "NHibernate, enhanced-sequence, pooled-lo",
            "increment_size",
            10,
            n -> Shapes.sequence("hibernate_sequence", Kind.LOW, n)),
    /** NHibernate's enhanced table, which stores the next value. */
    NHIBERNATE_TABLE_POOLED(
            "nhibernate-table-pooled",
            "NHibernate, enhanced-table, pooled",
            "increment_size",
            10,
            n -> Shapes.hibernateTable(StoredValue.NEXT, Kind.HIGH_EXCLUSIVE, n).warning(Shapes.COLD_START)),
    /** NHibernate's enhanced table with {@code prefer_lo}. */
    NHIBERNATE_TABLE_POOLED_LO(
            "nhibernate-table-pooled-lo",
            "NHibernate, enhanced-table, pooled-lo",
            "increment_size",
            10,
            n -> Shapes.hibernateTable(StoredValue.NEXT, Kind.LOW, n)),

    /** Marten, by the function that it installed. */
    MARTEN("marten", "Marten, by its function", "MaxLo", 1_000, n -> Shapes.martenFunction(n)),
    /** Marten's row, without its function: several pages at a time, and returns. */
    MARTEN_ROW("marten-row", "Marten, its row", "MaxLo", 1_000, n -> Shapes.pages("mt_hilo", n)),
    /** Polecat, Marten's sibling. */
    POLECAT("polecat", "Polecat, its row", "MaxLo", 1_000, n -> Shapes.pages("pc_hilo", n)),

    /** Doctrine ORM 2 and 3. */
    DOCTRINE(
            "doctrine",
            "Doctrine ORM, SequenceGenerator",
            "allocationSize",
            1,
            n -> Shapes.sequence("doctrine_seq", Kind.LOW, n)),
    /** Doctrine DBAL up to 3.10, which issues the first number of every block twice unless blocks have one. */
    DOCTRINE_TABLE(
            "doctrine-table",
            "Doctrine DBAL up to 3.10, TableGenerator, increment 1",
            "sequence_increment_by",
            1,
            n -> Shapes.doctrineTable(n)),

    /** EclipseLink's sequences, which start at the block's size. */
    ECLIPSELINK(
            "eclipselink",
            "EclipseLink, sequence",
            "allocationSize",
            50,
            n -> Shapes.sequence("SEQ_GEN", Kind.HIGH, n)),
    /** EclipseLink's table. */
    ECLIPSELINK_TABLE(
            "eclipselink-table",
            "EclipseLink, table",
            "allocationSize",
            50,
            n -> Shapes.eclipseLinkTable(Kind.HIGH, n)),
    /** EclipseLink with {@code start-sequence-at-nextval}. */
    ECLIPSELINK_AT_NEXTVAL(
            "eclipselink-at-nextval",
            "EclipseLink, sequence, start-sequence-at-nextval",
            "allocationSize",
            50,
            n -> Shapes.sequence("SEQ_GEN", Kind.LOW, n)),
    /** EclipseLink's table with {@code start-sequence-at-nextval}. */
    ECLIPSELINK_TABLE_AT_NEXTVAL(
            "eclipselink-table-at-nextval",
            "EclipseLink, table, start-sequence-at-nextval",
            "allocationSize",
            50,
            n -> Shapes.eclipseLinkTable(Kind.LOW, n)),

    /** OpenJPA's sequences; it alters their increment. */
    OPENJPA(
            "openjpa",
            "OpenJPA, sequence",
            "allocationSize",
            50,
            n -> Shapes.sequence("OPENJPA_SEQUENCE", Kind.LOW, n).warning(Shapes.ALTERS)),
    /** OpenJPA's table generator. */
    OPENJPA_TABLE("openjpa-table", "OpenJPA, TableGenerator", "allocationSize", 50, n -> Shapes.openJpaTable(n)),

    /** Refused: after its first block it never reads its lower bound again. */
    NHIBERNATE_HILO_OPTIMIZER(
            "nhibernate-hilo-optimizer",
            "NHibernate, the optimizer hilo",
            "its lower bound is computed"
                    + " for the first block only, so two processes repeat numbers between themselves; use pooled-lo there"),
    /** Refused: the same defect, repaired in 5.2.10. */
    HIBERNATE_HILO_STALE(
            "hibernate-hilo-5.1",
            "Hibernate before 5.2.10, the optimizer hilo",
            "its lower bound is computed"
                    + " for the first block only, so two processes repeat numbers between themselves; upgrade, or use pooled-lo"),
    /** Refused: its first id is the stored number plus a block. */
    HIBERNATE_REACTIVE_TABLE(
            "hibernate-reactive-table",
            "Hibernate Reactive, TableGenerator",
            "it takes the blocks of"
                    + " a row that Hibernate ORM gives to somebody else, whichever optimizer is set; use a sequence");

    private final String id;
    private final String product;
    private final String settingName;
    private final long defaultSetting;

    @SuppressWarnings("ImmutableEnumChecker") // the functions above hold nothing
    private final LongFunction<CounterDescription> shape;

    private final Optional<String> refusal;

    Preset(String id, String product, String settingName, long defaultSetting, LongFunction<CounterDescription> shape) {
        this.id = id;
        this.product = product;
        this.settingName = settingName;
        this.defaultSetting = defaultSetting;
        this.shape = shape;
        this.refusal = Optional.empty();
    }

    Preset(String id, String product, String refusal) {
        this.id = id;
        this.product = product;
        this.settingName = "";
        this.defaultSetting = 0;
        this.shape = setting -> {
            throw Shapes.refused(product, refusal);
        };
        this.refusal = Optional.of(refusal);
    }

    /** Returns the preset that the command line calls so, if there is one. */
    public static Optional<Preset> called(String id) {
        return Arrays.stream(values()).filter(preset -> preset.id.equals(id)).findFirst();
    }

    /** Returns what the command line calls it, such as {@code hibernate-pooled}. */
    public String id() {
        return id;
    }

    /** Returns the product, its versions and its setting, in words. */
    public String product() {
        return product;
    }

    /** Returns what the product calls the number that decides the block's size, such as {@code max_lo}. */
    public String settingName() {
        return settingName;
    }

    /** Returns the product's default of that number. */
    public long defaultSetting() {
        return defaultSetting;
    }

    /** Returns why it cannot be shared, if it cannot. */
    public Optional<String> refusal() {
        return refusal;
    }

    /**
     * Returns the counter as the product keeps it by default.
     *
     * @throws UnsafeCounterException if it cannot be shared; see {@link #refusal()}
     */
    public CounterDescription counter() {
        return counter(defaultSetting);
    }

    /**
     * Returns the counter as the product keeps it when it is configured with {@code setting}.
     *
     * @param setting the number that {@link #settingName()} tells, as the product takes it; not always the block's size
     * @throws UnsafeCounterException if it cannot be shared
     */
    public CounterDescription counter(long setting) {
        return shape.apply(setting).named(id);
    }
}
