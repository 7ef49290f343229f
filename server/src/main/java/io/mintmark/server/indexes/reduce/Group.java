package io.mintmark.server.indexes.reduce;

import org.jspecify.annotations.Nullable;

/** A group of entries while a batch changes it. Used by one thread. */
final class Group {
    private final GroupName name;
    private final String key;
    private TreeNode root;
    private @Nullable String result;
    private @Nullable String reference;
    private boolean isShown;

    Group(GroupName name, String key, TreeNode root) {
        this.name = name;
        this.key = key;
        this.root = root;
    }

    GroupName name() {
        return name;
    }

    ReduceKey key() {
        return new ReduceKey(key, name.hash());
    }

    TreeNode root() {
        return root;
    }

    void setRoot(TreeNode root) {
        this.root = root;
    }

    boolean isEmpty() {
        return root.count() == 0;
    }

    /** Returns what all entries came to, or null if they could not be evaluated. */
    @Nullable String result() {
        return result;
    }

    void setResult(@Nullable String result) {
        this.result = result;
    }

    /** Returns the id of the reference document that lists its output, or null. */
    @Nullable String reference() {
        return reference;
    }

    void setReference(@Nullable String reference) {
        this.reference = reference;
    }

    /** Returns whether it has an output document. */
    boolean isShown() {
        return isShown;
    }

    void setShown(boolean isShown) {
        this.isShown = isShown;
    }
}
