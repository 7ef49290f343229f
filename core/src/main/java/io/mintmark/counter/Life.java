package io.mintmark.counter;

/**
 * One life of a counter, told from earlier ones of the same name: its own name, and how far the earlier ones had come.
 *
 * <p>Immutable.
 *
 * @param name the life's random name, as {@link LeaseToken#life()} has it
 * @param endBefore the highest end of any range ever reserved in an earlier life, or 0 if there was none; too high
 *     costs gaps, too low costs promise G3
 */
public record Life(String name, long endBefore) {
    /** The life of a counter that never had another one, and whose tokens name none. */
    public static final Life ONLY = new Life("only", 0);

    /** Returns a life that follows none. */
    public static Life first(String name) {
        return new Life(name, 0);
    }

    /** Checks that the end is no negative number. */
    public Life {
        if (endBefore < 0) {
            throw new IllegalArgumentException("endBefore must be >= 0: endBefore=" + endBefore);
        }
    }
}
