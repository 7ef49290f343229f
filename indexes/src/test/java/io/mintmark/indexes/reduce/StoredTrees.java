package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.BatchRows;
import io.mintmark.indexes.rows.EntryPlace;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.GroupsForm;
import io.mintmark.indexes.rows.NodeName;
import io.mintmark.indexes.rows.TreeNode;
import io.mintmark.storage.index.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The trees of an index as they are stored, walked from the documents down to their entries and from the roots to all nodes. */
final class StoredTrees {
    private final BatchRows rows;
    private final List<String> lost = new ArrayList<>();
    private final Set<RowKey> nodes = new HashSet<>();
    private final Set<NodeName> tails = new HashSet<>();
    private final Set<String> documents;
    private long entries;

    StoredTrees(MemoryIndexStore store) {
        rows = new BatchRows(store);
        documents = keys(store, RowKey.Kind.DOCUMENT).map(RowKey::key).collect(Collectors.toCollection(TreeSet::new));
        Set<Long> hashes = keys(store, RowKey.Kind.GROUP).map(GroupsForm::hash).collect(Collectors.toSet());
        rows.fetchDocuments(documents);
        rows.fetchGroups(hashes);
        Map<NodeName, TreeNode> kept = new HashMap<>();
        for (long hash : hashes) {
            byte[] row = Objects.requireNonNull(store.rows().get(GroupsForm.row(hash)));
            GroupsForm.read(hash, row, kept).values().forEach(group -> walk(group, group.rootName(), group.root()));
        }
        tails.addAll(kept.keySet());
        tails.forEach(tail -> nodes.remove(tail.row()));
        documents.forEach(key -> rows.document(key).forEach(place -> find(key, place)));
    }

    private static Stream<RowKey> keys(MemoryIndexStore store, RowKey.Kind kind) {
        return store.rows().keySet().stream().filter(key -> key.kind() == kind);
    }

    private void walk(Group group, NodeName name, TreeNode node) {
        if (!group.isRoot(name)) {
            nodes.add(name.row());
        }
        if (node instanceof TreeNode.Branches branches) {
            for (int i = 0; i < NodeName.BRANCHES; i++) {
                if (branches.counts()[i] > 0) {
                    walk(group, name.child(i), rows.node(name.child(i)));
                }
            }
        } else {
            entries += node.count();
        }
    }

    private void find(String document, EntryPlace place) {
        Group group = rows.group(place.group());
        if (group == null) {
            lost.add(document);
            return;
        }
        NodeName name = group.rootName();
        TreeNode node = group.root();
        while (node instanceof TreeNode.Branches) {
            name = name.child(name.branchTo(place.number()));
            node = rows.node(name);
        }
        if (!((TreeNode.Leaf) node).entries().containsKey(place.number())) {
            lost.add(document);
        }
    }

    /** Returns the documents whose entries are not where their rows say. */
    List<String> lost() {
        return lost;
    }

    /** Returns how many entries the rows of documents tell of. */
    long places() {
        return documents.stream().mapToLong(key -> rows.document(key).size()).sum();
    }

    /** Returns how many entries there are. */
    long entries() {
        return entries;
    }

    /** Returns the rows that nodes must have, other than those that are kept with their groups. */
    Set<RowKey> nodes() {
        return nodes;
    }

    /** Returns how many nodes are kept with their groups. */
    int tails() {
        return tails.size();
    }
}
