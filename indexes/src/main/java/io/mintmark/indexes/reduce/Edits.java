package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.BatchRows;
import io.mintmark.indexes.rows.EntryPlace;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.NodeName;
import io.mintmark.indexes.rows.TreeNode;
import io.mintmark.storage.index.IndexError;
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
    private static final String CROWDED = "The hash of its key is that of " + BatchRows.GROUPS_MAX
            + " other groups, and no more are kept: group by values that differ more, such as one text.";

    private final BatchRows rows;
    private final List<IndexError> errors;
    private final Map<Group, TreeMap<Long, @Nullable String>> byGroup = new LinkedHashMap<>();

    /** Adds to {@code errors} what documents find no group. */
    Edits(BatchRows rows, List<IndexError> errors) {
        this.rows = rows;
        this.errors = errors;
    }

    /** Replaces the entries of a document, whose groups were fetched; with none if one of them finds no group. */
    void replace(String document, List<MapEntry> entries) {
        List<Group> groups = new ArrayList<>(entries.size());
        for (MapEntry entry : entries) {
            Group group = rows.group(entry.key());
            if (group == null) {
                errors.add(IndexError.ofMap(document, CROWDED));
                replace(document, List.of(), List.of());
                return;
            }
            groups.add(group);
        }
        replace(document, entries, groups);
    }

    private void replace(String document, List<MapEntry> entries, List<Group> groups) {
        List<EntryPlace> before = rows.document(document);
        List<EntryPlace> after = new ArrayList<>(entries.size());
        for (int number = 0; number < entries.size(); number++) {
            Group group = groups.get(number);
            boolean stays = number < before.size() && before.get(number).group().equals(group.name());
            EntryPlace place = stays ? before.get(number) : group.draw();
            after.add(place);
            of(group).put(place.number(), entries.get(number).value());
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
