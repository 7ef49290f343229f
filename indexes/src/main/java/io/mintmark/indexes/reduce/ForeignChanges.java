package io.mintmark.indexes.reduce;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.rows.GroupName;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ArtificialMetadata;
import io.mintmark.storage.index.ChangedDocument;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes that others made under ids which documents of an index have, or are to have. A deletion frees an id that was
 * taken, or removes an artificial document; an ordinary document takes an id. Either way the index writes its document
 * again: it is there afterwards, or an error says why not.
 *
 * <p>Deletions by the index itself look the same, but then the index wants no document there. Used by one thread.
 */
final class ForeignChanges {
    private final OutputDocuments documents;
    private final Map<String, DocumentId> changed = new LinkedHashMap<>();

    ForeignChanges(OutputDocuments documents) {
        this.documents = documents;
    }

    /** Takes changes that are newer than those before. */
    void add(List<ChangedDocument> changes) {
        for (ChangedDocument change : changes) {
            DocumentId id = change.id();
            if (isForeign(change.document()) && mayBeOurs(id)) {
                changed.put(id.key(), id);
            } else {
                changed.remove(id.key());
            }
        }
    }

    private static boolean isForeign(@Nullable StoredDocument document) {
        return document == null || !ArtificialMetadata.is(document.content().metadata());
    }

    /** Any id may be that of a document that lists outputs; only its row tells. */
    private boolean mayBeOurs(DocumentId id) {
        return documents.references() != null
                || documents.names().groupOf(id.key()).isPresent();
    }

    boolean isEmpty() {
        return changed.isEmpty();
    }

    /** Returns the groups whose outputs have such ids, if they have any. */
    Set<GroupName> groups() {
        Set<GroupName> groups = new LinkedHashSet<>();
        changed.keySet().forEach(key -> documents.names().groupOf(key).ifPresent(groups::add));
        return groups;
    }

    /** Returns the ids that documents may have that list outputs. */
    Collection<DocumentId> references() {
        return documents.references() == null ? List.of() : changed.values();
    }
}
