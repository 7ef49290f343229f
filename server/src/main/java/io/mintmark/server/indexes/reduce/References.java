package io.mintmark.server.indexes.reduce;

import io.mintmark.document.DocumentId;
import io.mintmark.server.indexes.output.OutputDocuments;
import io.mintmark.server.indexes.rows.RowForm;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.index.IndexStore;
import io.mintmark.server.storage.index.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which outputs the documents list that are named by a pattern, as one batch changes it. */
final class References {
    private final Map<DocumentId, TreeSet<String>> added = new TreeMap<>();
    private final Map<DocumentId, TreeSet<String>> removed = new TreeMap<>();

    static RowKey row(DocumentId reference) {
        return new RowKey(RowKey.Kind.REFERENCE, reference.key());
    }

    /** Takes note that an output is listed in another document than before; null for none. */
    void move(String output, @Nullable String from, @Nullable String to) {
        if (Objects.equals(from, to)) {
            return;
        }
        if (from != null) {
            removed.computeIfAbsent(DocumentId.of(from), any -> new TreeSet<>()).add(output);
        }
        if (to != null) {
            added.computeIfAbsent(DocumentId.of(to), any -> new TreeSet<>()).add(output);
        }
    }

    /** Adds what has to be written. */
    void write(
            IndexStore store,
            OutputDocuments documents,
            Map<RowKey, byte @Nullable []> rows,
            List<DocumentCommand> commands) {
        TreeSet<DocumentId> changed = new TreeSet<>(added.keySet());
        changed.addAll(removed.keySet());
        Map<RowKey, byte[]> before =
                store.read(changed.stream().map(References::row).toList());
        for (DocumentId reference : changed) {
            byte[] content = before.get(row(reference));
            TreeSet<String> outputs = content == null ? new TreeSet<>() : read(content);
            outputs.removeAll(removed.getOrDefault(reference, new TreeSet<>()));
            outputs.addAll(added.getOrDefault(reference, new TreeSet<>()));
            rows.put(row(reference), outputs.isEmpty() ? null : write(outputs));
            commands.add(documents.reference(reference, outputs));
        }
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
