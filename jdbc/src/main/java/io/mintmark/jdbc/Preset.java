package io.mintmark.jdbc;

import static io.mintmark.counter.BlockRule.Kind.HIGH;
import static io.mintmark.counter.BlockRule.Kind.HIGH_EXCLUSIVE;
import static io.mintmark.counter.BlockRule.Kind.LOW;
import static io.mintmark.counter.BlockRule.Kind.MULTIPLY;
import static io.mintmark.counter.BlockRule.Kind.MULTIPLY_FROM_ONE;
import static io.mintmark.counter.BlockRule.Kind.PAGE;
import static io.mintmark.jdbc.PresetRow.ALTERS_SEQUENCES;
import static io.mintmark.jdbc.PresetRow.COLD_START;
import static io.mintmark.jdbc.PresetRow.FIRST_NUMBER_TWICE;
import static io.mintmark.jdbc.PresetRow.FOREIGN_BLOCKS;
import static io.mintmark.jdbc.PresetRow.STALE_LOWER_BOUND;
import static io.mintmark.jdbc.PresetRow.refused;
import static io.mintmark.jdbc.PresetRow.row;

import io.mintmark.internal.Spelling;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How products keep their counters, by name; those that cannot be shared are here too, and refuse with the reason.
 *
 * <p>{@link #counter()} has the product's default names, which {@link CounterDescription} changes. The number that a
 * product is configured with is not always the block's size: {@link #counter(long)} takes it as the product does.
 * {@link #product()} says in words which versions and which setting a preset is. Each one is what the product's own
 * code, tests and documentation say, and replays what the product was measured to do.
 */
public enum Preset {
    // One row each: where it counts, by which rule, in which product; what is odd about it stands at the end.
    // spotless:off
    EF_CORE                        (row(CounterShape.EF_CORE_SEQUENCE,        LOW,               "EF Core, UseHiLo").called("efcore")),

    HIBERNATE_POOLED               (row(CounterShape.HIBERNATE_SEQUENCE,      HIGH,              "Hibernate 5.6.8 and newer, pooled (its default)")),
    HIBERNATE_POOLED_JOINED        (row(CounterShape.HIBERNATE_SEQUENCE,      HIGH,              "Hibernate 4.3.11, 5.0.0 to 5.6.7, pooled").called("hibernate-pooled-5.0").warned(COLD_START)),
    HIBERNATE_POOLED_EXCLUSIVE     (row(CounterShape.HIBERNATE_SEQUENCE,      HIGH_EXCLUSIVE,    "Hibernate up to 4.2, pooled").called("hibernate-pooled-4.2").warned(COLD_START)),
    HIBERNATE_POOLED_LO            (row(CounterShape.HIBERNATE_SEQUENCE,      LOW,               "Hibernate, pooled-lo and pooled-lotl; Quarkus 3")),
    HIBERNATE_HILO                 (row(CounterShape.HIBERNATE_SEQUENCE,      MULTIPLY_FROM_ONE, "Hibernate 5.2.10 and newer, hilo")),
    HIBERNATE_LEGACY_HILO          (row(CounterShape.HIBERNATE_SEQUENCE,      MULTIPLY,          "Hibernate, legacy-hilo")),
    HIBERNATE_SEQHILO              (row(CounterShape.HIBERNATE_SEQHILO,       MULTIPLY,          "Hibernate up to 5.6, seqhilo")), // SequenceHiLoGenerator
    HIBERNATE_REACTIVE             (row(CounterShape.HIBERNATE_SEQUENCE,      LOW,               "Hibernate Reactive, sequence")), // whichever optimizer is set

    HIBERNATE_TABLE_POOLED         (row(CounterShape.HIBERNATE_TABLE,         HIGH,              "Hibernate 5.3 and newer, TableGenerator, pooled")),
    HIBERNATE_TABLE_POOLED_LO      (row(CounterShape.HIBERNATE_TABLE,         LOW,               "Hibernate 5.3 and newer, TableGenerator, pooled-lo")),
    HIBERNATE_TABLE_HILO           (row(CounterShape.HIBERNATE_TABLE,         MULTIPLY_FROM_ONE, "Hibernate 5.3 and newer, TableGenerator, hilo")),
    HIBERNATE_TABLE_LEGACY_HILO    (row(CounterShape.HIBERNATE_TABLE,         MULTIPLY,          "Hibernate 5.3 and newer, TableGenerator, legacy-hilo")),
    HIBERNATE_TABLE_NEXT_POOLED    (row(CounterShape.HIBERNATE_TABLE_NEXT,    HIGH,              "Hibernate, TableGenerator with stored_last_used=false, pooled")),
    HIBERNATE_TABLE_NEXT_POOLED_LO (row(CounterShape.HIBERNATE_TABLE_NEXT,    LOW,               "Hibernate, TableGenerator with stored_last_used=false, pooled-lo")),
    HIBERNATE_TABLE_NEXT_HILO      (row(CounterShape.HIBERNATE_TABLE_NEXT,    MULTIPLY_FROM_ONE, "Hibernate 5.2.10 and newer, TableGenerator with stored_last_used=false, hilo")),

    HIBERNATE_ROW_POOLED           (row(CounterShape.HIBERNATE_ROW,           HIGH,              "Hibernate 5.6.8 and newer, sequence forced to a table, pooled")),
    HIBERNATE_ROW_POOLED_LO        (row(CounterShape.HIBERNATE_ROW,           LOW,               "Hibernate, sequence forced to a table, pooled-lo")),
    HIBERNATE_ROW_HILO             (row(CounterShape.HIBERNATE_ROW,           MULTIPLY_FROM_ONE, "Hibernate 5.2.10 and newer, sequence forced to a table, hilo")),
    HIBERNATE_ROW_LEGACY_HILO      (row(CounterShape.HIBERNATE_ROW,           MULTIPLY,          "Hibernate, sequence forced to a table, legacy-hilo")),
    HIBERNATE_UNIQUE_KEY           (row(CounterShape.HIBERNATE_UNIQUE_KEY,    MULTIPLY,          "Hibernate up to 4.3, hilo in hibernate_unique_key")), // TableHiLoGenerator; its row begins at 0
    HIBERNATE_MULTIPLE_HILO        (row(CounterShape.HIBERNATE_MULTIPLE_HILO, MULTIPLY,          "Hibernate up to 5.6, MultipleHiLoPerTableGenerator")),

    NHIBERNATE_HILO                (row(CounterShape.HIBERNATE_UNIQUE_KEY,    MULTIPLY,          "NHibernate, hilo")), // the generator, not the optimizer of that name; its row begins at 1
    NHIBERNATE_SEQHILO             (row(CounterShape.HIBERNATE_SEQHILO,       MULTIPLY,          "NHibernate, seqhilo")),
    NHIBERNATE_POOLED              (row(CounterShape.NHIBERNATE_SEQUENCE,     HIGH_EXCLUSIVE,    "NHibernate, enhanced-sequence, pooled").warned(COLD_START)),
    NHIBERNATE_POOLED_LO           (row(CounterShape.NHIBERNATE_SEQUENCE,     LOW,               "NHibernate, enhanced-sequence, pooled-lo")),
    NHIBERNATE_TABLE_POOLED        (row(CounterShape.NHIBERNATE_TABLE,        HIGH_EXCLUSIVE,    "NHibernate, enhanced-table, pooled").warned(COLD_START)),
    NHIBERNATE_TABLE_POOLED_LO     (row(CounterShape.NHIBERNATE_TABLE,        LOW,               "NHibernate, enhanced-table, pooled-lo")),

    MARTEN                         (row(CounterShape.MARTEN_FUNCTION,         PAGE,              "Marten, by its function")),
    MARTEN_ROW                     (row(CounterShape.MARTEN_ROW,              PAGE,              "Marten, its row")), // without its function: several pages at a time, and returns
    POLECAT                        (row(CounterShape.POLECAT_ROW,             PAGE,              "Polecat, its row")),

    DOCTRINE                       (row(CounterShape.DOCTRINE_SEQUENCE,       LOW,               "Doctrine ORM, SequenceGenerator")),
    DOCTRINE_TABLE                 (row(CounterShape.DOCTRINE_TABLE,          LOW,               "Doctrine DBAL up to 3.10, TableGenerator, increment 1").refusedAboveOne(FIRST_NUMBER_TWICE)),

    ECLIPSELINK                    (row(CounterShape.ECLIPSELINK_SEQUENCE,    HIGH,              "EclipseLink, sequence")),
    ECLIPSELINK_TABLE              (row(CounterShape.ECLIPSELINK_TABLE,       HIGH,              "EclipseLink, table")),
    ECLIPSELINK_AT_NEXTVAL         (row(CounterShape.ECLIPSELINK_SEQUENCE,    LOW,               "EclipseLink, sequence, start-sequence-at-nextval")),
    ECLIPSELINK_TABLE_AT_NEXTVAL   (row(CounterShape.ECLIPSELINK_TABLE,       LOW,               "EclipseLink, table, start-sequence-at-nextval")),

    OPENJPA                        (row(CounterShape.OPENJPA_SEQUENCE,        LOW,               "OpenJPA, sequence").warned(ALTERS_SEQUENCES)),
    OPENJPA_TABLE                  (row(CounterShape.OPENJPA_TABLE,           LOW,               "OpenJPA, TableGenerator")),

    NHIBERNATE_HILO_OPTIMIZER      (refused("NHibernate, the optimizer hilo", STALE_LOWER_BOUND + "; use pooled-lo there")),
    HIBERNATE_HILO_STALE           (refused("Hibernate before 5.2.10, the optimizer hilo", STALE_LOWER_BOUND + "; upgrade, or use pooled-lo").called("hibernate-hilo-5.1")), // mended in 5.2.10
    HIBERNATE_REACTIVE_TABLE       (refused("Hibernate Reactive, TableGenerator", FOREIGN_BLOCKS + "; use a sequence"));
    // spotless:on

    private static final int TYPED_MAX = 64;

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable values
    private final PresetRow row;

    Preset(PresetRow row) {
        this.row = row;
    }

    /** Returns the preset that the command line calls so, if there is one. */
    public static Optional<Preset> called(String id) {
        return Arrays.stream(values()).filter(preset -> preset.id().equals(id)).findFirst();
    }

    /** Returns the presets whose names are nearest to what somebody typed, {@code most} at most, the nearest first. */
    public static List<Preset> nearest(String typed, int most) {
        String plain = plain(typed);
        return Arrays.stream(values())
                .sorted(Comparator.comparingInt(preset -> Spelling.distance(plain, plain(preset.id()))))
                .limit(most)
                .toList();
    }

    /** Returns a name without case, dashes and underscores; of a text longer than any name the beginning. */
    private static String plain(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
        return letters.substring(0, Math.min(letters.length(), TYPED_MAX));
    }

    /** Returns what the command line calls it, such as {@code hibernate-pooled}. */
    public String id() {
        return row.id().orElseGet(() -> name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns the product, its versions and its setting, in words. */
    public String product() {
        return row.product();
    }

    /** Returns what the product calls the number that decides the block's size, such as {@code max_lo}. */
    public String settingName() {
        return row.settingName();
    }

    /** Returns the product's default of that number. */
    public long defaultSetting() {
        return row.defaultSetting();
    }

    /** Returns why it cannot be shared, if it cannot. */
    public Optional<String> refusal() {
        return row.refusal();
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
        return row.counter(id(), setting);
    }
}
