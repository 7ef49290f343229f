package io.mintmark.server.indexes.reduce;

import io.mintmark.server.storage.index.RowKey;
import java.util.HexFormat;

/**
 * Names a node of a group's tree.
 *
 * @param group the group
 * @param path the branches that lead to it, a digit each; empty for the root
 */
record NodeName(GroupName group, String path) {
    static NodeName root(GroupName group) {
        return new NodeName(group, "");
    }

    int depth() {
        return path.length();
    }

    NodeName child(int branch) {
        return new NodeName(group, path + Character.forDigit(branch, EntryName.BRANCHES));
    }

    NodeName parent() {
        return new NodeName(group, path.substring(0, path.length() - 1));
    }

    /** Returns which branch of its parent leads to it. */
    int branch() {
        return Character.digit(path.charAt(path.length() - 1), EntryName.BRANCHES);
    }

    /** Returns the row of a node that is not a root: a root is kept with its group. */
    RowKey row() {
        return new RowKey(RowKey.Kind.NODE, HexFormat.of().toHexDigits(group.hash()) + '.' + group.slot() + '.' + path);
    }
}
