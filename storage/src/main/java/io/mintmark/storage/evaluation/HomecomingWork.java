package io.mintmark.storage.evaluation;

import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.DocumentBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What it comes to that documents come home which a node took while it was cut off. Stateless.
 *
 * <p><b>Why nothing is overwritten.</b> A document is added only where there is none, in the transaction that looked.
 * One of the same content is this document: its sender sent it again after a write of which nobody knew what became.
 * Anything else stays as it is.
 *
 * <p><b>Why nothing comes back.</b> Nobody may know what became of the transaction that brought a document, or the
 * journal that was about to forget it is cut off from its power. So it comes again, and by then somebody may have
 * deleted or replaced it. Therefore the same transaction remembers its version, until the journal has forgotten the
 * document and confirms that.
 *
 * <p><b>Why readers miss nothing.</b> The version of the document may lie below what watchers and indexes have read of
 * its node. So each that is added is told by an etag of its own, of the lane that adds it.
 */
public final class HomecomingWork {
    private HomecomingWork() {}

    /** Stores what is not there; returns for each the version of another document in its place, if there is one. */
    public static List<Optional<String>> run(GroupRows rows, DocumentBatch.Homecoming home) {
        List<Optional<String>> outcomes = new ArrayList<>(home.documents().size());
        AllOrNothing.run(rows, () -> {
            home.confirmed().forEach(rows::confirmed);
            for (StoredDocument document : home.documents()) {
                outcomes.add(Optional.ofNullable(bring(rows, document)));
            }
        });
        return outcomes;
    }

    private static @Nullable String bring(GroupRows rows, StoredDocument document) {
        if (rows.isBrought(document.changeVector())) {
            return null;
        }
        String other = other(rows, document);
        if (other == null) {
            rows.brought(document.changeVector());
        }
        return other;
    }

    /** Adds a document unless one is there; returns the version of one that is another. */
    private static @Nullable String other(GroupRows rows, StoredDocument document) {
        DocumentRow present = rows.document(document.id());
        long collection = rows.collection(document.content().collection());
        if (present != null) {
            String actual = rows.changeVector(present.node(), present.etag());
            boolean same = actual.equals(document.changeVector())
                    || (present.collection() == collection && rows.isSame(present, document.content()));
            return same ? null : actual;
        }
        rows.add(DocumentRow.of(
                document.id(), document.etag(), document.node(), collection, document.modified(), document.content()));
        rows.count(collection, 1);
        rows.noteHome(document.id(), collection, document.changeVector());
        return null;
    }
}
