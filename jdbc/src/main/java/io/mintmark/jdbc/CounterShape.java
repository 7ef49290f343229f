package io.mintmark.jdbc;

import static io.mintmark.jdbc.StoredValue.AFTER_UPDATE;
import static io.mintmark.jdbc.StoredValue.LAST_USED;
import static io.mintmark.jdbc.StoredValue.NEXT;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.BlockRule.Kind;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The places where products keep their counters, under the products' default names. A {@link Preset} adds the rule.
 */
enum CounterShape {
    // One row each: the setting that decides the block's size, its default, what the stored number means, and the
    // place.
    // spotless:off
    EF_CORE_SEQUENCE        ("IncrementBy",          10, NEXT,         sequence("EntityFrameworkHiLoSequence")),

    HIBERNATE_SEQUENCE      ("increment_size",       50, NEXT,         sequence("hibernate_sequence")),
    HIBERNATE_TABLE         ("increment_size",       50, LAST_USED,    createdRow(0, "hibernate_sequences", "next_val", "sequence_name", "default")),
    HIBERNATE_TABLE_NEXT    ("increment_size",       50, NEXT,         createdRow(1, "hibernate_sequences", "next_val", "sequence_name", "default")),
    HIBERNATE_ROW           ("increment_size",       50, NEXT,         onlyRow("hibernate_sequence", "next_val")),
    HIBERNATE_SEQHILO       ("max_lo",                9, NEXT,         sequence("hibernate_sequence")),
    HIBERNATE_UNIQUE_KEY    ("max_lo",           32_767, NEXT,         onlyRow("hibernate_unique_key", "next_hi")),
    HIBERNATE_MULTIPLE_HILO ("max_lo",           32_767, NEXT,         createdRow(0, "hibernate_sequences", "sequence_next_hi_value", "sequence_name", "default")),

    NHIBERNATE_SEQUENCE     ("increment_size",       10, NEXT,         sequence("hibernate_sequence")),
    NHIBERNATE_TABLE        ("increment_size",       10, NEXT,         createdRow(1, "hibernate_sequences", "next_val", "sequence_name", "default")),

    // A row that is created holds page 0 already; one below it, the first reservation is page 0.
    MARTEN_FUNCTION         ("MaxLo",             1_000, NEXT,         new CounterAccess.Function(SqlName.of("mt_get_next_hi"), "Order")),
    MARTEN_ROW              ("MaxLo",             1_000, AFTER_UPDATE, createdRow(-1, "mt_hilo", "hi_value", "entity_name", "Order")),
    POLECAT_ROW             ("MaxLo",             1_000, AFTER_UPDATE, createdRow(-1, "pc_hilo", "hi_value", "entity_name", "Order")),

    DOCTRINE_SEQUENCE       ("allocationSize",        1, NEXT,         sequence("doctrine_seq")),
    DOCTRINE_TABLE          ("sequence_increment_by", 1, LAST_USED,    steppedRow("sequences", "sequence_value", "sequence_name", "default", "sequence_increment_by")),

    // EclipseLink starts a sequence at the last number of its first block.
    ECLIPSELINK_SEQUENCE    ("allocationSize",       50, NEXT,         new CounterAccess.Sequence(SqlName.of("SEQ_GEN"), true)),
    ECLIPSELINK_TABLE       ("allocationSize",       50, AFTER_UPDATE, row("SEQUENCE", "SEQ_COUNT", "SEQ_NAME", "SEQ_GEN_TABLE")),

    OPENJPA_SEQUENCE        ("allocationSize",       50, NEXT,         sequence("OPENJPA_SEQUENCE")),
    OPENJPA_TABLE           ("allocationSize",       50, NEXT,         row("OPENJPA_SEQUENCES_TABLE", "SEQUENCE_VALUE", "ID", "DEFAULT"));
    // spotless:on

    private final String settingName;
    private final long defaultSetting;
    private final StoredValue meaning;

    @SuppressWarnings("ImmutableEnumChecker") // each access is an immutable record
    private final CounterAccess access;

    CounterShape(String settingName, long defaultSetting, StoredValue meaning, CounterAccess access) {
        this.settingName = settingName;
        this.defaultSetting = defaultSetting;
        this.meaning = meaning;
        this.access = access;
    }

    String settingName() {
        return settingName;
    }

    long defaultSetting() {
        return defaultSetting;
    }

    /** Returns the counter of a product that counts here by blocks of {@code size}. */
    CounterDescription counter(String name, Kind rule, long size, List<String> warnings) {
        return new CounterDescription(name, access, meaning, new BlockRule(rule, size, 1), warnings);
    }

    private static CounterAccess sequence(String name) {
        return new CounterAccess.Sequence(SqlName.of(name));
    }

    private static CounterAccess row(String table, String column, String key, String value) {
        return CounterAccess.Row.of(table, column, Map.of(key, value));
    }

    /** A row that is inserted with {@code value} if it is missing. */
    private static CounterAccess createdRow(long value, String table, String column, String key, String name) {
        return new CounterAccess.Row(
                SqlName.of(table),
                column,
                Map.of(key, name),
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty());
    }

    private static CounterAccess onlyRow(String table, String column) {
        return CounterAccess.Row.of(table, column, Map.of());
    }

    private static CounterAccess steppedRow(String table, String column, String key, String value, String increment) {
        return new CounterAccess.Row(
                SqlName.of(table),
                column,
                Map.of(key, value),
                OptionalLong.of(0),
                Optional.empty(),
                Optional.of(increment));
    }
}
