package io.mintmark.jdbc;

import static io.mintmark.counter.BlockRule.Kind.HIGH;
import static io.mintmark.counter.BlockRule.Kind.HIGH_EXCLUSIVE;
import static io.mintmark.counter.BlockRule.Kind.LOW;
import static io.mintmark.counter.BlockRule.Kind.MULTIPLY;
import static io.mintmark.counter.BlockRule.Kind.MULTIPLY_FROM_ONE;
import static io.mintmark.jdbc.StoredValue.LAST_USED;
import static io.mintmark.jdbc.StoredValue.NEXT;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How products keep their counters, by name; those that cannot be shared are here too, and refuse with the reason.
 *
 * <p>{@link #counter()} has the product's default names, which {@link CounterDescription} changes. The number that a product
 * is configured with is not always the block's size: {@link #counter(long)} takes it as the product does. Each is
 * what the product's own code, tests and documentation say, and replays what the product was measured to do.
 */
public enum Preset {
    /** EF Core on SQL Server and PostgreSQL. */
    EF_CORE(OtherProducts.efCore("efcore", "EF Core, UseHiLo")),

    /** Hibernate's default for generators with an increment above 1. */
    HIBERNATE_POOLED(Hibernate.sequence("hibernate-pooled", "Hibernate 5.6.8 and newer, pooled (its default)", HIGH)),
    /** The same rule, but two that start at once on a fresh sequence repeat numbers between themselves. */
    HIBERNATE_POOLED_JOINED(
            Hibernate.sequenceOfTwoDraws("hibernate-pooled-5.0", "Hibernate 4.3.11, 5.0.0 to 5.6.7, pooled", HIGH)),
    /** Hibernate up to 4.2. */
    HIBERNATE_POOLED_EXCLUSIVE(
            Hibernate.sequenceOfTwoDraws("hibernate-pooled-4.2", "Hibernate up to 4.2, pooled", HIGH_EXCLUSIVE)),
    /** Also the default of Quarkus 3. */
    HIBERNATE_POOLED_LO(
            Hibernate.sequence("hibernate-pooled-lo", "Hibernate, pooled-lo and pooled-lotl; Quarkus 3", LOW)),
    /** Since 5.2.10; see {@link #HIBERNATE_HILO_STALE}. */
    HIBERNATE_HILO(Hibernate.sequence("hibernate-hilo", "Hibernate 5.2.10 and newer, hilo", MULTIPLY_FROM_ONE)),
    /** Its blocks have one number more than its increment size. */
    HIBERNATE_LEGACY_HILO(Hibernate.sequence("hibernate-legacy-hilo", "Hibernate, legacy-hilo", MULTIPLY)),
    /** Hibernate up to 5.6, SequenceHiLoGenerator. */
    HIBERNATE_SEQHILO(Hibernate.seqhilo("hibernate-seqhilo", "Hibernate up to 5.6, seqhilo")),
    /** Whatever optimizer it is told. */
    HIBERNATE_REACTIVE(Hibernate.sequence("hibernate-reactive", "Hibernate Reactive, sequence", LOW)),

    /** A table that stores the last value used, since Hibernate 5.3. */
    HIBERNATE_TABLE_POOLED(Hibernate.table(
            "hibernate-table-pooled", "Hibernate 5.3 and newer, TableGenerator, pooled", LAST_USED, HIGH)),
    /** A table that stores the last value used. */
    HIBERNATE_TABLE_POOLED_LO(Hibernate.table(
            "hibernate-table-pooled-lo", "Hibernate 5.3 and newer, TableGenerator, pooled-lo", LAST_USED, LOW)),
    /** A table that stores the last value used. */
    HIBERNATE_TABLE_HILO(Hibernate.table(
            "hibernate-table-hilo", "Hibernate 5.3 and newer, TableGenerator, hilo", LAST_USED, MULTIPLY_FROM_ONE)),
    /** A table that stores the last value used; blocks have one number more than the increment size. */
    HIBERNATE_TABLE_LEGACY_HILO(Hibernate.table(
            "hibernate-table-legacy-hilo",
            "Hibernate 5.3 and newer, TableGenerator, legacy-hilo",
            LAST_USED,
            MULTIPLY)),
    /** A table that stores the next value: {@code stored_last_used=false}, and Hibernate 5.6.8 rules. */
    HIBERNATE_TABLE_NEXT_POOLED(Hibernate.table(
            "hibernate-table-next-pooled",
            "Hibernate, TableGenerator with stored_last_used=false, pooled",
            NEXT,
            HIGH)),
    /** A table that stores the next value. */
    HIBERNATE_TABLE_NEXT_POOLED_LO(Hibernate.table(
            "hibernate-table-next-pooled-lo",
            "Hibernate, TableGenerator with stored_last_used=false, pooled-lo",
            NEXT,
            LOW)),
    /** A table that stores the next value. */
    HIBERNATE_TABLE_NEXT_HILO(Hibernate.table(
            "hibernate-table-next-hilo",
            "Hibernate 5.2.10 and newer, TableGenerator with stored_last_used=false, hilo",
            NEXT,
            MULTIPLY_FROM_ONE)),

    /** A sequence generator that was forced to a table, or a database without sequences. */
    HIBERNATE_ROW_POOLED(Hibernate.row(
            "hibernate-row-pooled", "Hibernate 5.6.8 and newer, sequence forced to a table, pooled", HIGH)),
    /** A sequence generator that was forced to a table. */
    HIBERNATE_ROW_POOLED_LO(
            Hibernate.row("hibernate-row-pooled-lo", "Hibernate, sequence forced to a table, pooled-lo", LOW)),
    /** A sequence generator that was forced to a table. */
    HIBERNATE_ROW_HILO(Hibernate.row(
            "hibernate-row-hilo", "Hibernate 5.2.10 and newer, sequence forced to a table, hilo", MULTIPLY_FROM_ONE)),
    /** A sequence generator that was forced to a table; blocks have one number more than the increment size. */
    HIBERNATE_ROW_LEGACY_HILO(
            Hibernate.row("hibernate-row-legacy-hilo", "Hibernate, sequence forced to a table, legacy-hilo", MULTIPLY)),

    /** Hibernate up to 4.3, TableHiLoGenerator; its row begins at 0. */
    HIBERNATE_UNIQUE_KEY(
            Hibernate.uniqueKey("hibernate-unique-key", "Hibernate up to 4.3, hilo in hibernate_unique_key")),
    /** Hibernate up to 5.6, MultipleHiLoPerTableGenerator. */
    HIBERNATE_MULTIPLE_HILO(
            Hibernate.multipleHiLo("hibernate-multiple-hilo", "Hibernate up to 5.6, MultipleHiLoPerTableGenerator")),

    /** NHibernate's {@code hilo} generator; its row begins at 1. Not the optimizer of the same name. */
    NHIBERNATE_HILO(Hibernate.uniqueKey("nhibernate-hilo", "NHibernate, hilo")),
    /** NHibernate's {@code seqhilo} generator. */
    NHIBERNATE_SEQHILO(Hibernate.seqhilo("nhibernate-seqhilo", "NHibernate, seqhilo")),
    /** NHibernate's enhanced sequence. */
    NHIBERNATE_POOLED(
            NHibernate.sequence("nhibernate-pooled", "NHibernate, enhanced-sequence, pooled", HIGH_EXCLUSIVE)),
    /** NHibernate's enhanced sequence with {@code prefer_lo}. */
    NHIBERNATE_POOLED_LO(NHibernate.sequence("nhibernate-pooled-lo", "NHibernate, enhanced-sequence, pooled-lo", LOW)),
    /** NHibernate's enhanced table, which stores the next value. */
    NHIBERNATE_TABLE_POOLED(
            NHibernate.table("nhibernate-table-pooled", "NHibernate, enhanced-table, pooled", HIGH_EXCLUSIVE)),
    /** NHibernate's enhanced table with {@code prefer_lo}. */
    NHIBERNATE_TABLE_POOLED_LO(
            NHibernate.table("nhibernate-table-pooled-lo", "NHibernate, enhanced-table, pooled-lo", LOW)),

    /** Marten, by the function that it installed. */
    MARTEN(OtherProducts.pages("marten", "Marten, by its function", Shapes::martenFunction)),
    /** Marten's row, without its function: several pages at a time, and returns. */
    MARTEN_ROW(OtherProducts.pages("marten-row", "Marten, its row", n -> Shapes.pages("mt_hilo", n))),
    /** Polecat, Marten's sibling. */
    POLECAT(OtherProducts.pages("polecat", "Polecat, its row", n -> Shapes.pages("pc_hilo", n))),

    /** Doctrine ORM 2 and 3. */
    DOCTRINE(OtherProducts.doctrine("doctrine", "Doctrine ORM, SequenceGenerator")),
    /** Doctrine DBAL up to 3.10, which issues the first number of every block twice unless blocks have one. */
    DOCTRINE_TABLE(
            OtherProducts.doctrineTable("doctrine-table", "Doctrine DBAL up to 3.10, TableGenerator, increment 1")),

    /** EclipseLink's sequences, which start at the block's size. */
    ECLIPSELINK(OtherProducts.eclipseLink("eclipselink", "EclipseLink, sequence", HIGH)),
    /** EclipseLink's table. */
    ECLIPSELINK_TABLE(OtherProducts.eclipseLinkTable("eclipselink-table", "EclipseLink, table", HIGH)),
    /** EclipseLink with {@code start-sequence-at-nextval}. */
    ECLIPSELINK_AT_NEXTVAL(OtherProducts.eclipseLink(
            "eclipselink-at-nextval", "EclipseLink, sequence, start-sequence-at-nextval", LOW)),
    /** EclipseLink's table with {@code start-sequence-at-nextval}. */
    ECLIPSELINK_TABLE_AT_NEXTVAL(OtherProducts.eclipseLinkTable(
            "eclipselink-table-at-nextval", "EclipseLink, table, start-sequence-at-nextval", LOW)),

    /** OpenJPA's sequences; it alters their increment. */
    OPENJPA(OtherProducts.openJpa("openjpa", "OpenJPA, sequence")),
    /** OpenJPA's table generator. */
    OPENJPA_TABLE(OtherProducts.openJpaTable("openjpa-table", "OpenJPA, TableGenerator")),

    /** Refused: after its first block it never reads its lower bound again. */
    NHIBERNATE_HILO_OPTIMIZER(PresetForm.refused(
            "nhibernate-hilo-optimizer",
            "NHibernate, the optimizer hilo",
            Shapes.STALE_LOWER_BOUND + "; use pooled-lo there")),
    /** Refused: the same defect, repaired in 5.2.10. */
    HIBERNATE_HILO_STALE(PresetForm.refused(
            "hibernate-hilo-5.1",
            "Hibernate before 5.2.10, the optimizer hilo",
            Shapes.STALE_LOWER_BOUND + "; upgrade, or use pooled-lo")),
    /** Refused: its first id is the stored number plus a block. */
    HIBERNATE_REACTIVE_TABLE(PresetForm.refused(
            "hibernate-reactive-table",
            "Hibernate Reactive, TableGenerator",
            "it takes the blocks of a row that Hibernate ORM gives to somebody else, whichever optimizer is set; use a"
                    + " sequence"));

    @SuppressWarnings("ImmutableEnumChecker") // its function holds nothing
    private final PresetForm form;

    Preset(PresetForm form) {
        this.form = form;
    }

    /** Returns the preset that the command line calls so, if there is one. */
    public static Optional<Preset> called(String id) {
        return Arrays.stream(values()).filter(preset -> preset.id().equals(id)).findFirst();
    }

    /** Returns the presets whose names are nearest to what somebody typed, {@code most} at most, the nearest first. */
    public static List<Preset> nearest(String typed, int most) {
        return NearestName.of(typed, Arrays.asList(values()), Preset::id, most);
    }

    /** Returns what the command line calls it, such as {@code hibernate-pooled}. */
    public String id() {
        return form.id();
    }

    /** Returns the product, its versions and its setting, in words. */
    public String product() {
        return form.product();
    }

    /** Returns what the product calls the number that decides the block's size, such as {@code max_lo}. */
    public String settingName() {
        return form.settingName();
    }

    /** Returns the product's default of that number. */
    public long defaultSetting() {
        return form.defaultSetting();
    }

    /** Returns why it cannot be shared, if it cannot. */
    public Optional<String> refusal() {
        return form.refusal();
    }

    /**
     * Returns the counter as the product keeps it by default.
     *
     * @throws UnsafeCounterException if it cannot be shared; see {@link #refusal()}
     */
    public CounterDescription counter() {
        return counter(defaultSetting());
    }

    /**
     * Returns the counter as the product keeps it when it is configured with {@code setting}.
     *
     * @param setting the number that {@link #settingName()} tells, as the product takes it; not always the block's size
     * @throws UnsafeCounterException if it cannot be shared
     */
    public CounterDescription counter(long setting) {
        return form.counter(setting);
    }
}
