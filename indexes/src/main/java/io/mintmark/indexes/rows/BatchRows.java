package io.mintmark.indexes.rows;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.RowKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an index as one batch sees and changes them: what it asks for is fetched, much at once where it can be,
 * and what it changed is written in the end. Used by one thread.
 */
public final class BatchRows {
    /** Groups of one hash are one row, which is read and written with each of them. */
    public static final int GROUPS_MAX = 1_000;

    private final IndexStore store;
    private final Map<String, List<EntryPlace>> documents = new HashMap<>();
    private final Map<Long, SortedMap<Integer, Group>> groups = new HashMap<>();
    private final Map<NodeName, TreeNode> nodes = new HashMap<>();
    private final Set<String> changedDocuments = new LinkedHashSet<>();
    private final Set<Long> changedHashes = new LinkedHashSet<>();
    private final Set<NodeName> changedNodes = new LinkedHashSet<>();
    private final Set<NodeName> fetchedNodes = new HashSet<>();
    private final TreeMap<Integer, Set<NodeName>> stale = new TreeMap<>();

    public BatchRows(IndexStore store) {
        this.store = store;
    }

    public void fetchDocuments(Collection<String> keys) {
        List<RowKey> rows = keys.stream().map(GroupsForm.OfDocument::row).toList();
        store.read(rows).forEach((row, content) -> documents.put(row.key(), GroupsForm.OfDocument.read(content)));
    }

    /** Returns where the entries of a document are that was fetched. */
    public List<EntryPlace> document(String key) {
        return documents.getOrDefault(key, List.of());
    }

    public void putDocument(String key, List<EntryPlace> places) {
        if (!document(key).equals(places)) {
            documents.put(key, places);
            changedDocuments.add(key);
        }
    }

    public void fetchGroups(Set<Long> hashes) {
        List<RowKey> rows = hashes.stream().map(GroupsForm::row).toList();
        Map<RowKey, byte[]> found = store.read(rows);
        for (long hash : hashes) {
            byte[] content = found.get(GroupsForm.row(hash));
            groups.put(hash, content == null ? new TreeMap<>() : GroupsForm.read(hash, content, nodes));
        }
    }

    private SortedMap<Integer, Group> ofHash(long hash) {
        return groups.computeIfAbsent(hash, any -> new TreeMap<>());
    }

    /** Returns a group that was fetched; a name without one is a row that was lost, and stands for an empty group. */
    public @Nullable Group group(GroupName name) {
        return ofHash(name.hash()).get(name.slot());
    }

    /** Returns the group of a key whose hash was fetched, a new one if there is none; null if there are too many. */
    public @Nullable Group group(ReduceKey key) {
        SortedMap<Integer, Group> sameHash = ofHash(key.hash());
        int free = 0;
        for (Group group : sameHash.values()) {
            if (group.key().text().equals(key.text())) {
                return group;
            }
            free += group.name().slot() == free ? 1 : 0;
        }
        if (sameHash.size() >= GROUPS_MAX) {
            return null;
        }
        Group made = new Group(new GroupName(key.hash(), free), key.text(), new TreeNode.Leaf(), 0);
        sameHash.put(free, made);
        return made;
    }

    public void changed(Group group) {
        changedHashes.add(group.name().hash());
    }

    /** Returns the root of a group, or another node. */
    public TreeNode node(NodeName name) {
        Group group = Objects.requireNonNull(group(name.group()));
        if (group.isRoot(name)) {
            return group.root();
        }
        if (!nodes.containsKey(name)) {
            fetchNodes(Set.of(name));
        }
        TreeNode found = nodes.get(name);
        if (found == null) {
            throw new StorageFailedException("A part of a group of an index is missing ("
                    + name.row().key() + "): its rows were damaged. Reset the index.");
        }
        return found;
    }

    /** Fetches nodes that are not roots. */
    public void fetchNodes(Set<NodeName> names) {
        Map<RowKey, NodeName> rows = new HashMap<>();
        for (NodeName name : names) {
            if (!nodes.containsKey(name)) {
                rows.put(name.row(), name);
            }
        }
        store.read(rows.keySet()).forEach((row, content) -> {
            NodeName name = Objects.requireNonNull(rows.get(row));
            nodes.put(name, NodeForm.read(content));
            fetchedNodes.add(name);
        });
    }

    public void putNode(NodeName name, TreeNode node) {
        nodes.put(name, node);
        changedNodes.add(name);
    }

    public void removeNode(NodeName name) {
        nodes.remove(name);
        changedNodes.add(name);
        stale.getOrDefault(name.level(), new HashSet<>()).remove(name);
    }

    /** Takes note that a node has to be reduced anew. */
    public void makeStale(NodeName name) {
        stale.computeIfAbsent(name.level(), any -> new LinkedHashSet<>()).add(name);
    }

    public boolean isStale(NodeName name) {
        return stale.getOrDefault(name.level(), Set.of()).contains(name);
    }

    /** Takes all stale nodes of the lowest level that has any; none if there are none. */
    public List<NodeName> takeStale() {
        while (!stale.isEmpty()) {
            List<NodeName> lowest = new ArrayList<>(stale.pollFirstEntry().getValue());
            if (!lowest.isEmpty()) {
                return lowest;
            }
        }
        return List.of();
    }

    /** Returns the new contents of all rows that changed. */
    public Map<RowKey, byte @Nullable []> changes() {
        Map<RowKey, byte @Nullable []> changes = new LinkedHashMap<>();
        for (String key : changedDocuments) {
            List<EntryPlace> places = document(key);
            changes.put(GroupsForm.OfDocument.row(key), places.isEmpty() ? null : GroupsForm.OfDocument.write(places));
        }
        for (long hash : changedHashes) {
            SortedMap<Integer, Group> sameHash = ofHash(hash);
            sameHash.values().removeIf(Group::isEmpty);
            sameHash.values().forEach(this::moveTail);
            changes.put(GroupsForm.row(hash), sameHash.isEmpty() ? null : GroupsForm.write(sameHash, nodes));
        }
        for (NodeName name : changedNodes) {
            TreeNode node = isTail(name) ? null : nodes.get(name);
            if (node != null) {
                changes.put(name.row(), NodeForm.write(node));
            } else if (fetchedNodes.contains(name)) {
                changes.put(name.row(), null);
            }
        }
        return changes;
    }

    private boolean isTail(NodeName name) {
        Group group = group(name.group());
        return group != null && name.equals(group.tail());
    }

    /** Keeps the node with its group into which the next entry comes; the one before gets a row of its own. */
    private void moveTail(Group group) {
        NodeName before = group.tail();
        NodeName now = lastLeaf(group);
        if (!Objects.equals(before, now)) {
            Stream.of(before, now).filter(Objects::nonNull).forEach(changedNodes::add);
            group.setTail(now);
        }
    }

    /** Returns the leaf below the root that has, or had, the newest entry; null if there is none. */
    private @Nullable NodeName lastLeaf(Group group) {
        NodeName name = group.rootName();
        TreeNode node = group.root();
        while (node instanceof TreeNode.Branches branches) {
            int branch = name.branchTo(group.end() - 1);
            if (branches.counts()[branch] == 0) {
                return null;
            }
            name = name.child(branch);
            node = nodes.get(name);
            if (node == null) {
                // Nothing changed on this way, or it would have been fetched.
                return group.tail();
            }
        }
        return group.isRoot(name) ? null : name;
    }
}
