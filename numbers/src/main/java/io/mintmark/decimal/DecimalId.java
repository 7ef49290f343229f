package io.mintmark.decimal;

import io.mintmark.number.InvalidIdException;

/**
 * An id whose decimal places are the launch of a system, the generator in it, and a counter; immutable.
 *
 * <p>{@code id = counter * 10^10 + generator * 10^5 + launch}, at most 9,223,372,029,999,999,999. Printed as
 * {@code 1415·00092·00065}. Ids of one generator rise; those of a later launch begin below all older ones.
 *
 * @param counter 1 to 922,337,202
 * @param generator 0 to 99,999
 * @param launch 1 to 99,999; 0 in tests
 */
public record DecimalId(long counter, int generator, int launch) {
    /** The highest counter: one short of what a long holds, so that generator and launch keep all their values. */
    public static final long COUNTER_MAX = 922_337_202;

    /** The highest counter with which any id stays within 2^53-1, which JavaScript reads exactly. */
    public static final long COUNTER_MAX_JS_SAFE = 900_718;

    /** The highest generator id. */
    public static final int GENERATOR_MAX = 99_999;

    /** The highest launch id. */
    public static final int LAUNCH_MAX = 99_999;

    /** The arithmetic. */
    static final DecimalLayout LAYOUT = DecimalLayout.of(
            new DecimalField("counter", 9, 1, COUNTER_MAX),
            new DecimalField("generator", 5, 0, GENERATOR_MAX),
            new DecimalField("launch", 5, 0, LAUNCH_MAX));

    /** Checks the parts; throws {@link InvalidIdException} naming the first that does not fit. */
    public DecimalId {
        long id = LAYOUT.encode(counter, generator, launch);
        assert id > 0;
    }

    /**
     * Returns the parts of an id.
     *
     * @throws InvalidIdException if {@code value} is below 10^10 or above 9,223,372,029,999,999,999
     */
    public static DecimalId of(long value) {
        long[] parts = LAYOUT.decode(value);
        return new DecimalId(parts[0], (int) parts[1], (int) parts[2]);
    }

    /**
     * Returns the id written {@code text}: {@code 14150009200065} or {@code 1415·00092·00065}, and no other spelling.
     *
     * @throws InvalidIdException if that is none
     */
    public static DecimalId parse(String text) {
        return of(LAYOUT.parse(text));
    }

    /** Returns the id itself. */
    public long value() {
        return LAYOUT.encode(counter, generator, launch);
    }

    /** Returns whether a test made it; a production system refuses such ids. */
    public boolean isOfATest() {
        return launch == 0;
    }

    /** Returns the printed form, such as {@code 1415·00092·00065}. */
    @Override
    public String toString() {
        return LAYOUT.format(value());
    }
}
