package io.mintmark.server.indexes.reduce;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes as they are kept. */
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
            out.writeInt(leaf.count());
            for (Map.Entry<EntryName, String> entry : leaf.entries().entrySet()) {
                RowForm.writeText(out, entry.getKey().document());
                out.writeInt(entry.getKey().number());
                RowForm.writeText(out, entry.getValue());
            }
        } else if (node instanceof TreeNode.Branches branches) {
            out.writeInt(-1);
            for (int i = 0; i < EntryName.BRANCHES; i++) {
                out.writeInt(branches.counts()[i]);
                RowForm.writeText(out, branches.results()[i]);
            }
        }
    }

    static TreeNode read(DataInputStream in) throws IOException {
        int entries = in.readInt();
        if (entries < 0) {
            return readBranches(in);
        }
        TreeNode.Leaf leaf = new TreeNode.Leaf();
        for (int i = 0; i < entries; i++) {
            String document = RowForm.readSurely(in);
            EntryName name = EntryName.of(document, in.readInt());
            leaf.entries().put(name, RowForm.readSurely(in));
        }
        return leaf;
    }

    private static TreeNode readBranches(DataInputStream in) throws IOException {
        TreeNode.Branches branches = new TreeNode.Branches();
        for (int i = 0; i < EntryName.BRANCHES; i++) {
            int count = in.readInt();
            @Nullable String result = RowForm.readText(in);
            branches.set(i, count, result);
        }
        return branches;
    }
}
