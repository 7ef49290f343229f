package io.mintmark.document;

import io.mintmark.range.Range;

/**
 * The document ids of a hundred numbers: what they begin with, which is the same for all, and their hundred ends.
 *
 * <p>An id is then one concatenation of two known texts, half the work of writing the number's digits each time.
 * Immutable; safe to hand to other threads without further care.
 */
final class HundredIds {
    static final int SIZE = 100;

    /** Holds no number; to begin with. */
    static final HundredIds NONE = new HundredIds(Range.of(0, 0), 0, "", new Tails("", new String[0]));

    private final Range range;
    private final long first;
    private final String beginning;
    private final Tails tails;

    /** The last two digits and the node tag, as {@code 07-A}; the same in every hundred of a tag. */
    record Tails(String nodeTag, String[] ends) {}

    private HundredIds(Range range, long first, String beginning, Tails tails) {
        this.range = range;
        this.first = first;
        this.beginning = beginning;
        this.tails = tails;
    }

    /** Returns the hundred of {@code of} around {@code number}, which has three digits or more. */
    HundredIds with(Range of, long number) {
        long hundreds = number / SIZE;
        return new HundredIds(of, hundreds * SIZE, of.prefix() + hundreds, tailsFor(of.nodeTag()));
    }

    private Tails tailsFor(String nodeTag) {
        if (this != NONE && tails.nodeTag().equals(nodeTag)) {
            return tails;
        }
        String[] ends = new String[SIZE];
        for (int i = 0; i < SIZE; i++) {
            String digits = i < 10 ? "0" + i : Integer.toString(i);
            ends[i] = nodeTag.isEmpty() ? digits : digits + '-' + nodeTag;
        }
        return new Tails(nodeTag, ends);
    }

    /** Returns whether {@code number} is one of these, and of the very same range. */
    boolean holds(Range of, long number) {
        return isOf(of) && number - first >= 0 && number - first < SIZE;
    }

    /** Returns whether its numbers are of this range. */
    boolean isOf(Range other) {
        return range == other;
    }

    /** Returns the id of a number that this hundred holds. */
    String spell(long number) {
        return beginning.concat(tails.ends()[(int) (number - first)]);
    }
}
