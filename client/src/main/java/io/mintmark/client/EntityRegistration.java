package io.mintmark.client;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;

/** Registers new entities in a session under an id; a record may replace a known one. Not thread-safe. */
final class EntityRegistration {
    private final EntityIdGenerator ids;
    private final Conventions conventions;
    private final SessionEntities entities;
    private final DocumentLoader loader;

    EntityRegistration(
            EntityIdGenerator ids, Conventions conventions, SessionEntities entities, DocumentLoader loader) {
        this.ids = ids;
        this.conventions = conventions;
        this.entities = entities;
        this.loader = loader;
    }

    /** Registers an entity under its own id, its convention's, or one from a range. */
    <T> Document<T> store(T entity) {
        EntityType type = conventions.typeOf(entity.getClass());
        return adopt(type, entity, ids.idFor(type, entity));
    }

    /** Registers an entity under an id, which the server may complete. */
    <T> Document<T> store(T entity, String id) {
        return adopt(conventions.typeOf(entity.getClass()), entity, id);
    }

    private <T> Document<T> adopt(EntityType type, T entity, String id) {
        IdTemplate template = IdTemplate.parse(id, ids.separator());
        if (template instanceof IdTemplate.Semantic semantic) {
            return adopt(type, entity, semantic.id());
        }
        type.json().requireSettableId();
        Document<T> document = Document.unnamed(type, entity, id);
        entities.add(document);
        return document;
    }

    private <T> Document<T> adopt(EntityType type, T entity, DocumentId id) {
        if (id.text().charAt(0) == '/') {
            throw new IllegalArgumentException("An id of an entity must not begin with a slash: '" + id
                    + "'; check the collection's name and the entity's id.");
        }
        Document<?> other = entities.find(id);
        if (other == null) {
            loader.forget(id);
            Document<T> document = Document.named(type, entity, id);
            entities.add(document);
            return document;
        }
        if (!type.type().isRecord() || other.type().type() != type.type()) {
            throw new IllegalStateException("An id stands for one entity in a session: '" + id
                    + "' is another one already; change that, or use another session.");
        }
        return replace(other, entity);
    }

    @SuppressWarnings("unchecked") // the caller has compared the classes
    private <T> Document<T> replace(Document<?> known, T entity) {
        Document<T> document = (Document<T>) known;
        entities.forgetEntity(document);
        document.replace((T) document.type().json().withId(entity, document.id()));
        entities.know(document);
        return document;
    }
}
