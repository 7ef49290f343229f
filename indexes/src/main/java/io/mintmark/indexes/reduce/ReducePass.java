package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.BatchRows;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.NodeName;
import io.mintmark.indexes.rows.TreeNode;
import io.mintmark.storage.index.IndexError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reduces everything that is stale, from the leaves to the roots, one level of all groups at a time. */
final class ReducePass {
    private final BatchRows rows;
    private final Reduction reduction;
    private final List<IndexError> errors;

    ReducePass(BatchRows rows, Reduction reduction, List<IndexError> errors) {
        this.rows = rows;
        this.reduction = reduction;
        this.errors = errors;
    }

    void run() {
        for (List<NodeName> level = rows.takeStale(); !level.isEmpty(); level = rows.takeStale()) {
            reduce(level);
        }
    }

    private void reduce(List<NodeName> level) {
        List<NodeName> asked = new ArrayList<>();
        List<Reduction.Part> parts = new ArrayList<>();
        for (NodeName name : level) {
            List<String> values = rows.node(name).values();
            if (values == null) {
                // What failed below was told when it failed.
                store(name, null);
            } else {
                asked.add(name);
                parts.add(new Reduction.Part(group(name).key(), values));
            }
        }
        List<Reduction.Reduced> results = parts.isEmpty() ? List.of() : reduction.reduce(parts);
        for (int i = 0; i < asked.size(); i++) {
            take(asked.get(i), results.get(i));
        }
    }

    private void take(NodeName name, Reduction.Reduced reduced) {
        if (reduced instanceof Reduction.Reduced.Result result) {
            store(name, result.value());
        } else if (reduced instanceof Reduction.Reduced.Failed failed) {
            errors.add(IndexError.ofReduce(group(name).key().text(), failed.message()));
            store(name, null);
        }
    }

    private void store(NodeName name, @Nullable String result) {
        if (group(name).isRoot(name)) {
            group(name).setResult(result);
            return;
        }
        NodeName parent = name.parent();
        if (rows.node(parent) instanceof TreeNode.Branches branches) {
            branches.results()[name.branch()] = result;
            rows.makeStale(parent);
            if (!group(parent).isRoot(parent)) {
                rows.putNode(parent, branches);
            }
        }
    }

    private Group group(NodeName name) {
        return Objects.requireNonNull(rows.group(name.group()));
    }
}
