package io.mintmark.server.indexes.reduce;

import io.mintmark.server.indexes.output.OutputDocuments;
import io.mintmark.server.indexes.rows.BatchRows;
import io.mintmark.server.indexes.rows.Group;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.IndexStore;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.index.RowKey;
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
    private final List<DocumentCommand> commands = new ArrayList<>();

    Batch(IndexStore store, Reduction reduction, OutputDocuments documents) {
        this.store = store;
        this.rows = new BatchRows(store);
        this.reduction = reduction;
        this.documents = documents;
    }

    /** Returns what a commit must change so that {@code changed} is followed. */
    IndexWrite run(MappedChanges changed, IndexProgress reached) {
        Map<String, List<MapEntry>> entries = changed.entries();
        errors.addAll(changed.errors());
        rows.fetchDocuments(entries.keySet());
        rows.fetchGroups(hashes(entries));
        Edits edits = new Edits(rows);
        entries.forEach(edits::replace);
        Map<Group, @Nullable String> before = new LinkedHashMap<>();
        edits.groups().forEach(group -> before.put(group, group.result()));
        edits.apply();
        new ReducePass(rows, reduction, errors).run();
        OutputPass outputs = new OutputPass(reduction, documents, commands, errors);
        before.forEach(outputs::update);
        Map<RowKey, byte @Nullable []> changes = rows.changes();
        outputs.references().write(store, documents, changes, commands);
        return new IndexWrite(reached, changes, commands, errors);
    }

    private Set<Long> hashes(Map<String, List<MapEntry>> entries) {
        Set<Long> hashes = new HashSet<>();
        entries.forEach((document, found) -> {
            found.forEach(entry -> hashes.add(entry.key().hash()));
            rows.document(document).forEach(place -> hashes.add(place.group().hash()));
        });
        return hashes;
    }
}
