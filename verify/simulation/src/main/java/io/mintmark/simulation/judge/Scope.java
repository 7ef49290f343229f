package io.mintmark.simulation.judge;

/** One counter, or one identity, in one life of a database's name, as one number. */
public final class Scope {
    private static final int ERA_BITS = 20;
    private static final int THING_BITS = 36;

    private Scope() {}

    /**
     * Returns the scope.
     *
     * @param database which name
     * @param era how often that name had been dropped
     * @param thing which counter or identity of it
     */
    public static long of(int database, int era, long thing) {
        return ((((long) database << ERA_BITS) | era) << THING_BITS) | thing;
    }

    /** Returns which name it is of. */
    public static int database(long scope) {
        return (int) (scope >> (THING_BITS + ERA_BITS));
    }

    /** Returns which counter or identity it is. */
    public static long thing(long scope) {
        return scope & ((1L << THING_BITS) - 1);
    }

    /** Returns how often the name had been dropped. */
    public static long era(long scope) {
        return (scope >> THING_BITS) & ((1L << ERA_BITS) - 1);
    }
}
