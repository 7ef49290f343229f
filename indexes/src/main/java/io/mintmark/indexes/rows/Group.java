package io.mintmark.indexes.rows;

import org.jspecify.annotations.Nullable;

/** A group of entries while a batch changes it. Used by one thread. */
public final class Group {
    private final GroupName name;
    private final String key;
    private TreeNode root;
    private long end;
    private int level;
    private @Nullable NodeName tail;
    private @Nullable String result;
    private @Nullable String reference;
    private boolean isShown;

    /** Goes on with a group whose tree is {@code root}, and whose next entry has the number {@code end}. */
    Group(GroupName name, String key, TreeNode root, long end) {
        this.name = name;
        this.key = key;
        this.root = root;
        this.end = end;
        this.level = NodeName.levelOf(end);
    }

    public GroupName name() {
        return name;
    }

    public ReduceKey key() {
        return new ReduceKey(key, name.hash());
    }

    /** Draws the number of a new entry. */
    public EntryPlace draw() {
        return new EntryPlace(name, end++);
    }

    /** Returns the number that the next entry will have; all others are lower. */
    long end() {
        return end;
    }

    public NodeName rootName() {
        return new NodeName(name, level, 0);
    }

    public boolean isRoot(NodeName node) {
        return node.level() == level;
    }

    /** Returns the node that is kept with the group, because new entries come into it, or null if that is the root. */
    @Nullable NodeName tail() {
        return tail;
    }

    void setTail(@Nullable NodeName tail) {
        this.tail = tail;
    }

    /** Makes room for the numbers that were drawn: a root that branches becomes the first branch of a new one. */
    public void grow(BatchRows rows) {
        for (int wanted = NodeName.levelOf(end); level < wanted; level++) {
            if (root instanceof TreeNode.Branches) {
                NodeName old = rootName();
                rows.putNode(old, root);
                rows.makeStale(old);
                TreeNode.Branches grown = new TreeNode.Branches();
                grown.set(0, root.count(), null);
                root = grown;
            }
        }
    }

    public TreeNode root() {
        return root;
    }

    public void setRoot(TreeNode root) {
        this.root = root;
    }

    public boolean isEmpty() {
        return root.count() == 0;
    }

    /** Returns what all entries came to, or null if they could not be evaluated. */
    public @Nullable String result() {
        return result;
    }

    public void setResult(@Nullable String result) {
        this.result = result;
    }

    /** Returns the id of the reference document that lists its output, or null. */
    public @Nullable String reference() {
        return reference;
    }

    public void setReference(@Nullable String reference) {
        this.reference = reference;
    }

    /** Returns whether it has an output document. */
    public boolean isShown() {
        return isShown;
    }

    public void setShown(boolean isShown) {
        this.isShown = isShown;
    }
}
