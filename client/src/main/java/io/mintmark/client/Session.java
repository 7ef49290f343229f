package io.mintmark.client;

import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.http.Reply;
import io.mintmark.client.json.SnapshotWriter;
import io.mintmark.document.DocumentId;
import io.mintmark.internal.Given;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work: it loads and stores documents, and then saves them as a whole. It promises <b>no isolation but that
 * of its one batch</b>: two loads may see the database at different times, a loaded document may have changed by the
 * time it is saved, and without {@link Concurrency#OPTIMISTIC} the last writer wins silently. A session does not see
 * what others store meanwhile; others see what it stores only after {@link #saveChanges()}.
 *
 * <p>Within a session an id stands for one entity: a second load returns the same object, without a request. Open a
 * session for each piece of work and let it go. <b>Not thread-safe.</b>
 *
 * <pre>{@code
 * try (Session session = store.openSession()) {
 *     User ada = new User("Ada");
 *     session.store(ada);          // ada.getId() is users/1-A
 *     session.saveChanges();
 * }
 * }</pre>
 */
public final class Session implements AutoCloseable {
    private final DatabaseClient client;
    private final Conventions conventions;
    private final Concurrency concurrency;
    private final SessionEntities entities = new SessionEntities();
    private final SnapshotWriter snapshots;
    private final DocumentLoader loader;
    private final EntityRegistration registration;
    private final EntityIdGenerator ids;
    private final Lazily lazily = new Lazily(this);
    private boolean closed;

    Session(DatabaseClient client, EntityIdGenerator ids, Conventions conventions, Concurrency concurrency) {
        this.client = client;
        this.ids = ids;
        this.conventions = conventions;
        this.concurrency = concurrency;
        this.snapshots = new SnapshotWriter(conventions.mapper());
        this.loader = new DocumentLoader(client, conventions, entities, snapshots);
        this.registration = new EntityRegistration(ids, conventions, entities, loader);
    }

    /**
     * Stores an entity with the next save, under its own id or a new one: by the convention of its class, else {@code
     * users/1-A} from a range, which is known at once.
     *
     * <p>A record replaces the record of the same id that the session knows; that is how records change.
     *
     * @throws IllegalArgumentException if it has no id and its class has no collection
     * @throws io.mintmark.range.RangeUnavailableException if no range can be reserved; the next call tries again
     */
    public <T> Document<T> store(T entity) {
        Document<T> known = known(entity);
        return known == null ? registration.store(entity) : known;
    }

    /**
     * Stores an entity with the next save, under an id or under the one that the server makes of it then:
     *
     * <ul>
     *   <li>{@code users/ada}: that id; an existing document is overwritten;
     *   <li>{@code users/}: {@code users/0000000000000000001-A}, numbered by the node;
     *   <li><code>users|</code>: {@code users/1}, the next number of an identity; an existing document is not
     *   overwritten;
     *   <li>empty: a GUID.
     * </ul>
     */
    public <T> Document<T> store(T entity, String id) {
        String asked = Given.required("id", id, "leave it out for one from a range, or pass \"\" for a GUID");
        Document<T> known = known(entity);
        if (known == null) {
            return registration.store(entity, asked);
        }
        if (!known.hasId() || !DocumentId.of(known.id()).equals(DocumentId.of(id))) {
            throw new IllegalStateException("An entity has one id in a session: it is stored as '" + known.idToSend()
                    + "' and cannot be '" + id + "' too; store a copy of it.");
        }
        return known;
    }

    /**
     * Stores an entity as {@link #store(Object, String)} does, if the document's version is {@code changeVector} when
     * the session is saved; empty if no document may exist. Otherwise the save fails and stores nothing.
     */
    public <T> Document<T> store(T entity, String id, String changeVector) {
        String expected = Given.required(
                "changeVector", changeVector, "leave it out if any may be there, or pass \"\" if none may");
        Document<T> document = store(entity, id);
        document.expect(expected);
        return document;
    }

    /** Loads a document, unless the session knows it; empty if there is none, or if it is to be deleted. */
    public <T> Optional<T> load(Class<T> type, String id) {
        return Optional.ofNullable(load(type, List.of(id)).get(id));
    }

    /** Loads several documents in one request; returns those that exist by their ids as spelt here, in this order. */
    public <T> Map<String, T> load(Class<T> type, Collection<String> ids) {
        return load(type, ids, List.of());
    }

    <T> Map<String, T> load(Class<T> type, Collection<String> ids, List<String> includes) {
        fetch(ids, includes);
        return loaded(type, ids);
    }

    /** Fetches the documents that are not known yet. */
    void fetch(Collection<String> ids, List<String> includes) {
        requireOpen();
        loader.fetchUnknown(ids, includes);
    }

    /** Returns the entities of the documents that were fetched. */
    <T> Map<String, T> loaded(Class<T> type, Collection<String> ids) {
        requireOpen();
        return loader.known(type, ids);
    }

    /** Returns the starting point of loads that wait until one of them is needed, and then come in one request. */
    public Lazily lazily() {
        return lazily;
    }

    /**
     * Starts to load documents together with those that they refer to.
     *
     * @param path the member that holds their ids, such as {@code companyId} or {@code lines[].product}
     */
    public Including include(String path) {
        return new Including(this, List.of(path));
    }

    /** Loads the first 25 documents whose ids begin with {@code prefix}, in the order of their ids. */
    public <T> List<T> loadStartingWith(Class<T> type, String prefix) {
        return loadStartingWith(type, prefix, Paging.FIRST);
    }

    /** Loads a page of the documents whose ids begin with {@code prefix}, without those that are to be deleted. */
    public <T> List<T> loadStartingWith(Class<T> type, String prefix, Paging paging) {
        requireOpen();
        return loader.list(type, prefix, paging);
    }

    /**
     * Loads the document of an entity anew, drops what was changed here since, and returns it.
     *
     * <p>An object is changed in place if all its members can be set. A record, or an object with members that cannot
     * be set, is replaced by a new one: {@link Document#entity()}.
     *
     * @throws io.mintmark.client.exceptions.DocumentMissingException if the document is gone
     * @throws IllegalStateException if it was not loaded or saved by this session
     */
    public <T> Document<T> refresh(T entity) {
        Document<T> document = document(entity);
        if (!document.isStored()) {
            throw new IllegalStateException(
                    "Only what was loaded or saved can be loaded anew: save " + document + " first.");
        }
        loader.refresh(document);
        return document;
    }

    /** Returns whether a document is stored, without loading it. */
    public boolean exists(String id) {
        requireOpen();
        return loader.exists(DocumentId.of(id));
    }

    /**
     * Returns the document of an entity of this session: its id, version and metadata.
     *
     * @throws IllegalStateException if it was neither loaded nor stored here
     */
    public <T> Document<T> document(T entity) {
        Document<T> known = known(entity);
        if (known == null) {
            throw unknown(entity);
        }
        return known;
    }

    /** Deletes the document of an entity with the next save; an entity that was never saved is only forgotten. */
    public void delete(Object entity) {
        delete(document(entity));
    }

    /**
     * Deletes a document with the next save, whether it exists or not; its version counts only if the session knows it.
     */
    public void deleteById(String id) {
        requireOpen();
        DocumentId documentId = DocumentId.of(id);
        Document<?> known = entities.find(documentId);
        if (known != null && known.isStored()) {
            delete(known);
        } else {
            if (known != null) {
                entities.forget(known);
            }
            delete(documentId, null);
        }
    }

    private void delete(Document<?> document) {
        entities.forget(document);
        DocumentId id = document.documentId();
        if (id != null && document.isStored()) {
            delete(id, document.expectation(concurrency));
        }
    }

    private void delete(DocumentId id, @Nullable String changeVector) {
        loader.forget(id);
        entities.delete(new SessionEntities.Deletion(id, changeVector));
    }

    /** Forgets an entity; its changes since it was loaded or saved are not sent. */
    public void evict(Object entity) {
        entities.forget(document(entity));
    }

    /**
     * Sends all changes as one batch, which takes effect as a whole or not at all, and returns the number of documents
     * that it stored and deleted. Sends nothing if nothing changed.
     *
     * <p>Afterwards each entity has its id. If the save fails, the session is as it was before: save it again, or let
     * it go.
     *
     * @throws io.mintmark.client.exceptions.ConcurrencyException if a document is not as expected
     * @throws io.mintmark.client.exceptions.InvalidEntityException if an entity cannot be written as JSON
     * @throws io.mintmark.client.exceptions.UnknownOutcomeException if it is unknown whether the batch took effect; it
     *     was not sent again
     */
    public int saveChanges() {
        requireOpen();
        SaveBatch batch = SaveBatch.of(entities, conventions, concurrency, snapshots);
        if (batch.size() > 0) {
            Reply reply = loader.send(batch.request(client, ids));
            batch.confirm(reply, entities);
        }
        return batch.size();
    }

    /** Returns the number of requests that this session sent; reservations of ranges are not counted. */
    public int requests() {
        return loader.requests();
    }

    @SuppressWarnings("unchecked") // found by the entity itself, or by the record that it is a copy of
    private <T> @Nullable Document<T> known(T entity) {
        requireOpen();
        return (Document<T>) entities.findByEntity(Objects.requireNonNull(entity, "entity"));
    }

    private static IllegalStateException unknown(Object entity) {
        return new IllegalStateException("This session does not know that entity of "
                + entity.getClass().getName() + ": load or store it here first.");
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The session is closed: open a new one.");
        }
    }

    /** Forgets everything; unsaved changes are lost. */
    @Override
    public void close() {
        closed = true;
        entities.clear();
        loader.clear();
    }
}
