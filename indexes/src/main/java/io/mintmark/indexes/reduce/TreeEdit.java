package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.BatchRows;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.NodeName;
import io.mintmark.indexes.rows.TreeNode;
import io.mintmark.indexes.rows.TreeNode.Branches;
import io.mintmark.indexes.rows.TreeNode.Leaf;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts entries into a group's tree and takes them out.
 *
 * <p>The tree is a function of its entries: a node is a leaf if it has at most {@link Leaf#ENTRIES_MAX} of them or is
 * of level 0, and branches by their numbers otherwise. New entries have the highest numbers, so all of a batch come
 * into one leaf or two.
 */
final class TreeEdit {
    private final BatchRows rows;
    private final Group group;

    TreeEdit(BatchRows rows, Group group) {
        this.rows = rows;
        this.group = group;
    }

    /** Applies edits to the whole tree; null takes an entry out. */
    void apply(SortedMap<Long, @Nullable String> edits) {
        @Nullable TreeNode root = change(group.rootName(), group.root(), edits);
        group.setRoot(root == null ? new Leaf() : root);
        rows.changed(group);
    }

    private @Nullable TreeNode change(NodeName name, @Nullable TreeNode node, SortedMap<Long, @Nullable String> edits) {
        if (node instanceof Branches branches) {
            return changeBranches(name, branches, edits);
        }
        Leaf leaf = node == null ? new Leaf() : (Leaf) node;
        return edit(leaf, edits) ? settle(name, leaf) : node;
    }

    private static boolean edit(Leaf leaf, SortedMap<Long, @Nullable String> edits) {
        boolean changed = false;
        for (Map.Entry<Long, @Nullable String> edit : edits.entrySet()) {
            String value = edit.getValue();
            changed |= value == null
                    ? leaf.entries().remove(edit.getKey()) != null
                    : !value.equals(leaf.entries().put(edit.getKey(), value));
        }
        return changed;
    }

    private @Nullable TreeNode changeBranches(
            NodeName name, Branches branches, SortedMap<Long, @Nullable String> edits) {
        boolean changed = false;
        for (Map.Entry<Integer, SortedMap<Long, @Nullable String>> part :
                parts(edits, name).entrySet()) {
            changed |= changeBranch(name, branches, part.getKey(), part.getValue());
        }
        if (!changed) {
            return branches;
        }
        if (branches.count() <= Leaf.ENTRIES_MAX) {
            Leaf all = new Leaf();
            gather(name, branches, all);
            return settle(name, all);
        }
        rows.makeStale(name);
        return branches;
    }

    private boolean changeBranch(
            NodeName name, Branches branches, int branch, SortedMap<Long, @Nullable String> edits) {
        NodeName childName = name.child(branch);
        TreeNode child = branches.counts()[branch] == 0 ? null : rows.node(childName);
        TreeNode changed = change(childName, child, edits);
        if (changed == null) {
            if (child == null) {
                return false;
            }
            rows.removeNode(childName);
            branches.set(branch, 0, null);
            return true;
        }
        if (!rows.isStale(childName)) {
            return false;
        }
        rows.putNode(childName, changed);
        branches.set(branch, changed.count(), null);
        return true;
    }

    private static <V> SortedMap<Integer, SortedMap<Long, V>> parts(SortedMap<Long, V> all, NodeName name) {
        SortedMap<Integer, SortedMap<Long, V>> parts = new TreeMap<>();
        all.forEach((entry, value) -> parts.computeIfAbsent(name.branchTo(entry), any -> new TreeMap<>())
                .put(entry, value));
        return parts;
    }

    /** Gives a node that has these entries its right form; null if it has none. */
    private @Nullable TreeNode settle(NodeName name, Leaf leaf) {
        if (leaf.count() == 0) {
            return null;
        }
        rows.makeStale(name);
        return leaf.count() <= Leaf.ENTRIES_MAX || name.level() == 0 ? leaf : split(name, leaf);
    }

    private TreeNode split(NodeName name, Leaf leaf) {
        Branches branches = new Branches();
        parts(leaf.entries(), name).forEach((branch, entries) -> {
            NodeName childName = name.child(branch);
            TreeNode child = settle(childName, new Leaf(new TreeMap<>(entries)));
            if (child != null) {
                rows.putNode(childName, child);
                branches.set(branch, child.count(), null);
            }
        });
        return branches;
    }

    /** Collects what is left below a node that is to be a leaf. */
    private void gather(NodeName name, Branches branches, Leaf all) {
        for (int branch = 0; branch < NodeName.BRANCHES; branch++) {
            if (branches.counts()[branch] > 0) {
                NodeName childName = name.child(branch);
                TreeNode child = rows.node(childName);
                if (child instanceof Leaf leaf) {
                    all.entries().putAll(leaf.entries());
                } else if (child instanceof Branches inner) {
                    gather(childName, inner, all);
                }
                rows.removeNode(childName);
            }
        }
    }
}
