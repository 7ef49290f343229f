package io.mintmark.client;

import io.mintmark.document.DocumentId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents that a session knows: one entity for each id, one document for each entity, and the pending deletions.
 *
 * <p>Ids compare by their key form, so {@code users/1-A} and {@code Users/1-a} are one. Not thread-safe.
 */
final class SessionEntities {
    private final Map<DocumentId, Document<?>> byId = new HashMap<>();
    private final Map<Object, Document<?>> byEntity = new IdentityHashMap<>();

    /** In the order in which they came, in which they are also sent. */
    private final Set<Document<?>> documents = new LinkedHashSet<>();

    private final Map<DocumentId, Deletion> deletions = new LinkedHashMap<>();

    /**
     * A document to be deleted.
     *
     * @param changeVector the version that must be stored, or null for any
     */
    record Deletion(DocumentId id, @Nullable String changeVector) {}

    @Nullable Document<?> find(DocumentId id) {
        return byId.get(id);
    }

    @Nullable Document<?> findByEntity(Object entity) {
        return byEntity.get(entity);
    }

    boolean isDeleted(DocumentId id) {
        return deletions.containsKey(id);
    }

    /** Adds a document. */
    void add(Document<?> document) {
        documents.add(document);
        know(document);
    }

    /** Makes a document found by its entity, and by its id if it has one. */
    void know(Document<?> document) {
        DocumentId id = document.documentId();
        if (id != null) {
            byId.put(id, document);
        }
        byEntity.put(document.entity(), document);
        byEntity.put(document.given(), document);
    }

    /** Makes a document no longer found by its entity. */
    void forgetEntity(Document<?> document) {
        byEntity.remove(document.entity());
        byEntity.remove(document.given());
    }

    /** Forgets a document; the stored one is left alone. */
    void forget(Document<?> document) {
        DocumentId id = document.documentId();
        if (id != null) {
            byId.remove(id);
        }
        forgetEntity(document);
        documents.remove(document);
    }

    /** Adds a deletion; the first one of an id stays, since a later one cannot know the version any more. */
    void delete(Deletion deletion) {
        deletions.putIfAbsent(deletion.id(), deletion);
    }

    Collection<Deletion> deletions() {
        return deletions.values();
    }

    List<Document<?>> documents() {
        return new ArrayList<>(documents);
    }

    /** Records that all deletions are done. */
    void deleted() {
        deletions.clear();
    }

    void clear() {
        byId.clear();
        byEntity.clear();
        documents.clear();
        deletions.clear();
    }
}
