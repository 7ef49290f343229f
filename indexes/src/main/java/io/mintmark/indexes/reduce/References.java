package io.mintmark.indexes.reduce;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.RowForm;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.RowKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which outputs the documents list that are named by a pattern, as one batch changes it. */
final class References {
    private final Map<DocumentId, TreeSet<String>> added = new TreeMap<>();
    private final Map<DocumentId, TreeSet<String>> removed = new TreeMap<>();
    /** Groups for which a document is written: the subjects of an error. */
    private final Map<DocumentId, List<String>> groups = new TreeMap<>();
    /** Whether others changed what is there. */
    private final Set<DocumentId> disturbed = new TreeSet<>();

    static RowKey row(DocumentId reference) {
        return new RowKey(RowKey.Kind.REFERENCE, reference.key());
    }

    /** Takes note that the output of a group is listed in another document than before; null for none. */
    void move(String output, @Nullable String from, @Nullable String to, String group) {
        if (Objects.equals(from, to)) {
            return;
        }
        if (from != null) {
            removed.computeIfAbsent(DocumentId.of(from), any -> new TreeSet<>()).add(output);
        }
        if (to != null) {
            DocumentId listing = DocumentId.of(to);
            added.computeIfAbsent(listing, any -> new TreeSet<>()).add(output);
            groups.computeIfAbsent(listing, any -> new ArrayList<>()).add(group);
        }
    }

    /** Takes note that others changed what is there under those ids: what lists outputs there is written again. */
    void disturbed(Collection<DocumentId> ids) {
        disturbed.addAll(ids);
    }

    /** Adds what has to be written. */
    void write(
            IndexStore store,
            OutputDocuments documents,
            Map<RowKey, byte @Nullable []> rows,
            List<IndexOutput> commands) {
        TreeSet<DocumentId> changed = new TreeSet<>(added.keySet());
        changed.addAll(removed.keySet());
        changed.addAll(disturbed);
        Map<RowKey, byte[]> before =
                store.read(changed.stream().map(References::row).toList());
        for (DocumentId reference : changed) {
            byte[] content = before.get(row(reference));
            boolean isOnlyDisturbed = !added.containsKey(reference) && !removed.containsKey(reference);
            if (isOnlyDisturbed && content == null) {
                continue;
            }
            TreeSet<String> outputs = content == null ? new TreeSet<>() : read(content);
            outputs.removeAll(removed.getOrDefault(reference, new TreeSet<>()));
            outputs.addAll(added.getOrDefault(reference, new TreeSet<>()));
            if (!isOnlyDisturbed) {
                rows.put(row(reference), outputs.isEmpty() ? null : write(outputs));
            }
            commands.add(documents.reference(reference, outputs, subjects(reference)));
        }
    }

    private List<String> subjects(DocumentId reference) {
        return groups.getOrDefault(reference, disturbed.contains(reference) ? List.of(reference.text()) : List.of());
    }

    private static byte[] write(TreeSet<String> outputs) {
        return RowForm.write(out -> {
            RowForm.writeNumber(out, outputs.size());
            for (String output : outputs) {
                RowForm.writeText(out, output);
            }
        });
    }

    private static TreeSet<String> read(byte[] row) {
        return RowForm.read(row, in -> {
            long count = RowForm.readNumber(in);
            List<String> outputs = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                outputs.add(RowForm.readSurely(in));
            }
            return new TreeSet<>(outputs);
        });
    }
}
