package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.document.KeyForm;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.OwnTable;
import io.mintmark.jdbc.internal.store.NamedBlockRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The way one counter is kept: where its number is, what the number means, and which numbers it stands for.
 *
 * <p>Immutable; touches no database. {@link Preset#counter()} makes one as a product keeps it, and the methods here
 * change names and sizes. Two descriptions of one counter are compared by {@link Collision#between}.
 *
 * @param name what messages call it
 * @param access where the number is
 * @param meaning what the number means
 * @param rule which numbers it stands for; its size is the block's
 * @param warnings what is not safe about it although it is not refused
 */
public record CounterDescription(
        String name, CounterAccess access, StoredValue meaning, BlockRule rule, List<String> warnings) {

    /** Copies the warnings. */
    public CounterDescription {
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns a row of our own table: a number that was used last, ranges of any size, a serial that guards returns.
     */
    static CounterDescription own(SqlName table, String counter) {
        CounterAccess access = new CounterAccess.Row(
                table,
                OwnTable.LAST_NUMBER,
                Map.of(OwnTable.NAME, KeyForm.of(counter)),
                OptionalLong.of(0),
                Optional.of(OwnTable.SERIAL),
                Optional.empty());
        return new CounterDescription(counter, access, StoredValue.LAST_USED, BlockRule.low(1), List.of());
    }

    /** Changes what messages call it. */
    public CounterDescription named(String other) {
        return new CounterDescription(other, access, meaning, rule, warnings);
    }

    /**
     * Names the sequence, without its schema, which {@link #schema} names; throws {@link IllegalArgumentException} if
     * the counter is none.
     */
    public CounterDescription sequence(String sequence) {
        return with(require(CounterAccess.Sequence.class).named(renamed(sequence)));
    }

    /** Names the table, without its schema; throws {@link IllegalArgumentException} if the counter is in none. */
    public CounterDescription table(String table) {
        return with(row().named(renamed(table)));
    }

    /** Names the function, without its schema; throws {@link IllegalArgumentException} if the counter is none. */
    public CounterDescription function(String function) {
        return with(require(CounterAccess.Function.class).named(renamed(function)));
    }

    /** Names the schema of the table, sequence or function. */
    public CounterDescription schema(String schema) {
        return with(access.named(access.name().inSchema(schema)));
    }

    /** Names the column that holds the number, such as {@code next_id} where {@code next_hi} is usual. */
    public CounterDescription column(String column) {
        return with(changed(column, row().where(), row().createdAt()));
    }

    /** Says which row it is by its name, where rows have one: the entity, the segment, the generator. */
    public CounterDescription row(String name) {
        if (access instanceof CounterAccess.Function function) {
            return with(new CounterAccess.Function(function.name(), name));
        }
        List<String> keys = List.copyOf(row().where().keySet());
        if (keys.size() != 1) {
            throw new IllegalArgumentException("the rows of " + access.name() + " have no name of one column: " + keys
                    + "; say which one it is by where(column, value)");
        }
        return with(foundBy(Map.of(keys.get(0), name)));
    }

    /** Names the column that has the rows' names, such as a table generator's {@code pkColumnName}. */
    public CounterDescription keyColumn(String column) {
        if (row().where().size() != 1) {
            throw new IllegalArgumentException("the rows of " + access.name()
                    + " must have a name of one column to rename it: they have "
                    + row().where().keySet()
                    + "; say which row it is by where(column, value)");
        }
        return with(foundBy(Map.of(column, row().where().values().iterator().next())));
    }

    /**
     * Says which row it is by one more column, as NHibernate's {@code where} does in SQL.
     *
     * @param value a text or a whole number, bound and never executed
     */
    public CounterDescription where(String column, Object value) {
        Map<String, Object> where = new LinkedHashMap<>(row().where());
        where.put(column, value);
        return with(foundBy(where));
    }

    /** Allows a missing row to be inserted, with this number in it, where its owner does not insert it. */
    public CounterDescription createdAt(long value) {
        return with(changed(row().column(), row().where(), OptionalLong.of(value)));
    }

    /** Sets how many numbers a block has. Where the product takes max_lo, a block has one more. */
    public CounterDescription block(long size) {
        return withRule(new BlockRule(rule.kind(), size, rule.first()));
    }

    /** Sets the lowest number of the counter, Hibernate's initial value; for the rules HIGH and HIGH-EXCLUSIVE. */
    public CounterDescription startingAt(long first) {
        return withRule(rule.startingAt(first));
    }

    /** Returns what becomes of unused numbers that are given back, in the documentation's words. */
    public String returns() {
        if (!(access instanceof CounterAccess.Row row)) {
            return "never";
        }
        if (row.serial().isPresent()) {
            return "guarded by value and serial";
        }
        return rule.numbersPerStep() == 1 ? "sent once, guarded by value" : "sent once, whole blocks only";
    }

    /** Returns whether one reservation can hold any number of numbers, and not only one block. */
    public boolean takesAnySize() {
        return access instanceof CounterAccess.Row;
    }

    /** Returns name, rule and place, as messages show them. */
    @Override
    public String toString() {
        return name + " (" + rule + ", " + access.kind() + " " + access.name() + ")";
    }

    private CounterAccess.Row row() {
        return require(CounterAccess.Row.class);
    }

    private CounterAccess.Row foundBy(Map<String, Object> where) {
        return changed(row().column(), where, row().createdAt());
    }

    private CounterAccess.Row changed(String column, Map<String, Object> where, OptionalLong createdAt) {
        CounterAccess.Row row = row();
        return new CounterAccess.Row(row.name(), column, where, createdAt, row.serial(), row.increment());
    }

    private <T extends CounterAccess> T require(Class<T> kind) {
        if (!kind.isInstance(access)) {
            throw new IllegalArgumentException("the counter " + name + " is a " + access.kind() + ", not a "
                    + (kind == CounterAccess.Row.class ? "row of a table" : kind.getSimpleName())
                    + ": choose another preset, or leave the setting out");
        }
        return kind.cast(access);
    }

    private SqlName renamed(String other) {
        return new SqlName(access.name().schema(), other);
    }

    /** Returns which numbers its values stand for. */
    NamedBlockRule counting() {
        return new NamedBlockRule(toString(), rule, meaning.toValue(rule));
    }

    CounterDescription with(CounterAccess other) {
        return new CounterDescription(name, other, meaning, rule, warnings);
    }

    CounterDescription withRule(BlockRule other) {
        return new CounterDescription(name, access, meaning, other, warnings);
    }
}
