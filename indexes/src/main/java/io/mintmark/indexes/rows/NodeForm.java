package io.mintmark.indexes.rows;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes as they are kept. A leaf has one more than the number of its entries before them, branches 0. */
final class NodeForm {
    private NodeForm() {}

    static byte[] write(TreeNode node) {
        return RowForm.write(out -> write(out, node));
    }

    static TreeNode read(byte[] row) {
        return RowForm.read(row, NodeForm::read);
    }

    static void write(DataOutputStream out, TreeNode node) throws IOException {
        if (node instanceof TreeNode.Leaf leaf) {
            writeLeaf(out, leaf);
        } else if (node instanceof TreeNode.Branches branches) {
            RowForm.writeNumber(out, 0);
            for (int i = 0; i < NodeName.BRANCHES; i++) {
                RowForm.writeNumber(out, branches.counts()[i]);
                RowForm.writeText(out, branches.results()[i]);
            }
        }
    }

    /** The numbers of a leaf's entries are near each other, so each is kept as what it is more than the one before. */
    private static void writeLeaf(DataOutputStream out, TreeNode.Leaf leaf) throws IOException {
        RowForm.writeNumber(out, leaf.count() + 1L);
        long before = 0;
        for (Map.Entry<Long, String> entry : leaf.entries().entrySet()) {
            RowForm.writeNumber(out, entry.getKey() - before);
            RowForm.writeText(out, entry.getValue());
            before = entry.getKey();
        }
    }

    static TreeNode read(DataInputStream in) throws IOException {
        long form = RowForm.readNumber(in);
        return form == 0 ? readBranches(in) : readLeaf(in, form - 1);
    }

    private static TreeNode readLeaf(DataInputStream in, long entries) throws IOException {
        TreeNode.Leaf leaf = new TreeNode.Leaf();
        long number = 0;
        for (long i = 0; i < entries; i++) {
            number += RowForm.readNumber(in);
            leaf.entries().put(number, RowForm.readSurely(in));
        }
        return leaf;
    }

    private static TreeNode readBranches(DataInputStream in) throws IOException {
        TreeNode.Branches branches = new TreeNode.Branches();
        for (int i = 0; i < NodeName.BRANCHES; i++) {
            long count = RowForm.readNumber(in);
            @Nullable String result = RowForm.readText(in);
            branches.set(i, count, result);
        }
        return branches;
    }
}
