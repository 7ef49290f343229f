package io.mintmark.fuzz.run;

/**
 * What to search, and for how long.
 *
 * @param target its name
 * @param seconds how long at most
 * @param runs how many runs at most; 0 for any number
 * @param seed the seed of all choices; one thread with one seed chooses the same
 * @param fromNothing whether to begin without any corpus
 */
public record Search(String target, long seconds, long runs, long seed, boolean fromNothing) {
    /** Longest input: longer ones find little more, and take longer. */
    static final int BYTES_MAX = 4096;

    /** Searches from the corpus that is there. */
    public static Search of(String target, long seconds, long seed) {
        return new Search(target, seconds, 0, seed, false);
    }
}
