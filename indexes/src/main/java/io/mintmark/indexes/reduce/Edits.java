package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.BatchRows;
import io.mintmark.indexes.rows.EntryPlace;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.NodeName;
import io.mintmark.indexes.rows.TreeNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a batch puts into groups and takes out of them, collected from its documents and then applied at once. */
final class Edits {
    private final BatchRows rows;
    private final Map<Group, TreeMap<Long, @Nullable String>> byGroup = new LinkedHashMap<>();

    Edits(BatchRows rows) {
        this.rows = rows;
    }

    /** Replaces the entries of a document, whose groups were fetched. */
    void replace(String document, List<MapEntry> entries) {
        List<EntryPlace> before = rows.document(document);
        List<EntryPlace> after = new ArrayList<>(entries.size());
        for (int number = 0; number < entries.size(); number++) {
            MapEntry entry = entries.get(number);
            Group group = rows.group(entry.key());
            boolean stays = number < before.size() && before.get(number).group().equals(group.name());
            EntryPlace place = stays ? before.get(number) : group.draw();
            after.add(place);
            of(group).put(place.number(), entry.value());
        }
        for (int number = 0; number < before.size(); number++) {
            EntryPlace place = before.get(number);
            boolean stays = number < after.size() && after.get(number).equals(place);
            Group left = stays ? null : rows.group(place.group());
            if (left != null) {
                of(left).put(place.number(), null);
            }
        }
        rows.putDocument(document, List.copyOf(after));
    }

    private TreeMap<Long, @Nullable String> of(Group group) {
        return byGroup.computeIfAbsent(group, any -> new TreeMap<>());
    }

    /** Returns the groups that are edited. */
    Set<Group> groups() {
        return byGroup.keySet();
    }

    /** Edits all trees. */
    void apply() {
        groups().forEach(group -> group.grow(rows));
        fetchPaths();
        byGroup.forEach((group, edits) -> new TreeEdit(rows, group).apply(edits));
    }

    /** A node on the way to entries that are edited. */
    private record Visit(NodeName name, List<Long> entries) {}

    /** Fetches the nodes on all paths, one level of all groups at a time. */
    private void fetchPaths() {
        List<Visit> level = new ArrayList<>();
        byGroup.forEach((group, edits) -> level.add(new Visit(group.rootName(), new ArrayList<>(edits.keySet()))));
        List<Visit> next = below(level);
        while (!next.isEmpty()) {
            Set<NodeName> names = new HashSet<>();
            next.forEach(visit -> names.add(visit.name()));
            rows.fetchNodes(names);
            next = below(next);
        }
    }

    private List<Visit> below(List<Visit> level) {
        List<Visit> next = new ArrayList<>();
        for (Visit visit : level) {
            if (rows.node(visit.name()) instanceof TreeNode.Branches branches) {
                Map<Integer, List<Long>> parts = new TreeMap<>();
                for (long entry : visit.entries()) {
                    int branch = visit.name().branchTo(entry);
                    if (branches.counts()[branch] > 0) {
                        parts.computeIfAbsent(branch, any -> new ArrayList<>()).add(entry);
                    }
                }
                parts.forEach(
                        (branch, entries) -> next.add(new Visit(visit.name().child(branch), entries)));
            }
        }
        return next;
    }
}
