package io.mintmark.indexes.rows;

import io.mintmark.storage.index.RowKey;
import java.util.HexFormat;

/**
 * Names a node of a group's tree by the numbers of the entries that it may have, so a name stays when the tree grows.
 *
 * @param group the group
 * @param level how many levels may be below it; a node of level 0 has up to {@value #BRANCHES} entries
 * @param index which one of its level
 */
public record NodeName(GroupName group, int level, long index) {
    /** Bits of a number by which one level branches. */
    private static final int BITS = 4;

    /** How many branches a level has. */
    public static final int BRANCHES = 1 << BITS;

    /** Returns the level of a node that may have all numbers below {@code end}, and no lower one may. */
    static int levelOf(long end) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(end - 1, 1));
        return (bits - 1) / BITS;
    }

    public NodeName child(int branch) {
        return new NodeName(group, level - 1, index << BITS | branch);
    }

    public NodeName parent() {
        return new NodeName(group, level + 1, index >>> BITS);
    }

    /** Returns which branch of its parent leads to it. */
    public int branch() {
        return (int) index & (BRANCHES - 1);
    }

    /** Returns which of its branches leads to an entry that it may have. */
    public int branchTo(long number) {
        return (int) (number >>> (BITS * level)) & (BRANCHES - 1);
    }

    /** Returns the row of a node that is not kept with its group. */
    public RowKey row() {
        return new RowKey(
                RowKey.Kind.NODE,
                HexFormat.of().toHexDigits(group.hash())
                        + '.'
                        + group.slot()
                        + '.'
                        + level
                        + '.'
                        + Long.toHexString(index));
    }
}
