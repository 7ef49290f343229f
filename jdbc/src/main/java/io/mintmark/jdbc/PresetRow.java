package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule.Kind;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.util.List;
import java.util.Optional;

/**
 * One row of the table in {@link Preset}.
 *
 * @param shape where the product counts; empty for a product that is refused
 * @param rule which numbers a value stands for
 * @param product the product, its versions and its setting, in words
 * @param id what the command line calls it; empty if that is the constant's name in lower case, with dashes
 * @param warnings what is not safe about it although it is not refused
 * @param refusal why it cannot be shared, if it cannot
 * @param refusalAboveOne why it cannot be shared when its setting exceeds 1, if it then cannot
 */
record PresetRow(
        Optional<CounterShape> shape,
        Kind rule,
        String product,
        Optional<String> id,
        List<String> warnings,
        Optional<String> refusal,
        Optional<String> refusalAboveOne) {

    static final String COLD_START = "two programs with this rule that draw the first two values of a fresh counter at"
            + " once take what lies between them twice: let one of them start alone";
    static final String ALTERS_SEQUENCES = "OpenJPA alters the increment of sequences to its own allocation size; set"
            + " disableAlterSeqenceIncrementBy (spelt so) on its DBDictionary";
    static final String STALE_LOWER_BOUND =
            "its lower bound is computed for the first block only, so two processes repeat"
                    + " numbers between themselves";
    static final String FOREIGN_BLOCKS =
            "it takes the blocks of a row that Hibernate ORM gives to somebody else, whichever optimizer is set";
    static final String FIRST_NUMBER_TWICE =
            "it issues the first number of every block twice by itself; set the increment to 1";

    static PresetRow row(CounterShape shape, Kind rule, String product) {
        return new PresetRow(
                Optional.of(shape), rule, product, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    /** Returns the row of a product that nobody can share. */
    static PresetRow refused(String product, String why) {
        return new PresetRow(
                Optional.empty(), Kind.LOW, product, Optional.empty(), List.of(), Optional.of(why), Optional.empty());
    }

    PresetRow called(String other) {
        return new PresetRow(shape, rule, product, Optional.of(other), warnings, refusal, refusalAboveOne);
    }

    PresetRow warned(String warning) {
        return new PresetRow(shape, rule, product, id, List.of(warning), refusal, refusalAboveOne);
    }

    PresetRow refusedAboveOne(String why) {
        return new PresetRow(shape, rule, product, id, warnings, refusal, Optional.of(why));
    }

    String settingName() {
        return shape.map(CounterShape::settingName).orElse("");
    }

    long defaultSetting() {
        return shape.map(CounterShape::defaultSetting).orElse(0L);
    }

    /**
     * Returns the counter that the product keeps when it is configured with {@code setting}; refuses what is refused.
     */
    CounterDescription counter(String name, long setting) {
        CounterShape place = shape.orElseThrow(() -> refusedBecause(product, refusal.orElseThrow()));
        if (setting > 1 && refusalAboveOne.isPresent()) {
            throw refusedBecause(
                    "Doctrine DBAL's TableGenerator with " + settingName() + "=" + setting, refusalAboveOne.get());
        }
        return place.counter(name, rule, blockOf(setting), warnings);
    }

    /** Products that multiply are told the highest number within a block, which is counted from 0. */
    private long blockOf(long setting) {
        return rule == Kind.MULTIPLY ? setting + 1 : setting;
    }

    private static UnsafeCounterException refusedBecause(String product, String why) {
        return new UnsafeCounterException("a counter of " + product + " cannot be shared: " + why);
    }
}
