package io.mintmark.storage.write;

/**
 * Numbers that a node owns durably and hands out by itself.
 *
 * @param serial under which the reservation is on record
 * @param low the first of them
 * @param high the last of them
 * @param epoch how often the counter had been edited
 * @param endBefore at least the highest end that a deleted database of this name ever reserved of the counter
 */
public record NumbersAhead(long serial, long low, long high, long epoch, long endBefore) {

    /** Returns how many they are. */
    public long size() {
        return high - low + 1;
    }
}
