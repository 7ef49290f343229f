package io.mintmark.indexes.reduce;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.rows.BatchRows;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.GroupName;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the changes of some documents come to; reads the store, and changes nothing. One object a batch. */
final class Batch {
    private final IndexStore store;
    private final BatchRows rows;
    private final Reduction reduction;
    private final OutputDocuments documents;
    private final List<IndexError> errors = new ArrayList<>();
    private final IdentityPartsSeparator separator;
    private final List<IndexOutput> commands = new ArrayList<>();

    /** {@code separator} is the one in force: no id of a document that lists outputs ends with it. */
    Batch(IndexStore store, Reduction reduction, OutputDocuments documents, IdentityPartsSeparator separator) {
        this.store = store;
        this.rows = new BatchRows(store);
        this.reduction = reduction;
        this.documents = documents;
        this.separator = separator;
    }

    /** Returns what a commit must change so that {@code changed} is followed, and what others disturbed is mended. */
    IndexWrite run(MappedChanges changed, ForeignChanges foreign, IndexProgress reached) {
        Map<String, List<MapEntry>> entries = changed.entries();
        errors.addAll(changed.errors());
        rows.fetchDocuments(entries.keySet());
        Set<GroupName> disturbed = foreign.groups();
        rows.fetchGroups(hashes(entries, disturbed));
        Edits edits = new Edits(rows, errors);
        entries.forEach(edits::replace);
        Map<Group, @Nullable String> before = new LinkedHashMap<>();
        edits.groups().forEach(group -> before.put(group, group.result()));
        disturbed.forEach(name -> forget(name, before));
        edits.apply();
        new ReducePass(rows, reduction, errors).run();
        OutputPass outputs = new OutputPass(reduction, documents, separator, commands, errors);
        before.forEach(outputs::update);
        outputs.references().disturbed(foreign.references());
        Map<RowKey, byte @Nullable []> changes = rows.changes();
        outputs.references().write(store, documents, changes, commands);
        return new IndexWrite(reached, changes, commands, errors);
    }

    /** A result that nobody knows of is written; a group that has no output stays without. */
    private void forget(GroupName name, Map<Group, @Nullable String> before) {
        Group group = rows.group(name);
        if (group != null && group.isShown()) {
            before.put(group, null);
            rows.changed(group);
        }
    }

    private Set<Long> hashes(Map<String, List<MapEntry>> entries, Set<GroupName> disturbed) {
        Set<Long> hashes = new HashSet<>();
        disturbed.forEach(name -> hashes.add(name.hash()));
        entries.forEach((document, found) -> {
            found.forEach(entry -> hashes.add(entry.key().hash()));
            rows.document(document).forEach(place -> hashes.add(place.group().hash()));
        });
        return hashes;
    }
}
