package io.mintmark.client;

import io.mintmark.client.json.BatchReply;
import io.mintmark.client.json.ReceivedDocument;
import io.mintmark.client.json.Snapshot;
import io.mintmark.document.DocumentId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One document of a session: its entity, id, version and metadata.
 *
 * <p>It returns the id that the server makes, and a record with its id:
 *
 * <pre>{@code
 * Document<Invoice> stored = session.store(new Invoice(null, total), "invoices|");
 * session.saveChanges();
 * stored.id();      // "invoices/1"
 * stored.entity();  // Invoice[id=invoices/1, total=...]
 * }</pre>
 *
 * <p>Not thread-safe, like its session.
 */
public final class Document<T> {
    private final EntityType type;
    private final Metadata metadata;
    private final String asked;
    private T entity;

    /** The entity as it was handed to the session; for a record that was copied to get its id, the original. */
    private Object given;

    private @Nullable DocumentId id;
    private @Nullable String changeVector;
    private @Nullable String expected;

    /** The entity as it was last stored or loaded; null if it never was. */
    private @Nullable Snapshot stored;

    private Document(EntityType type, Metadata metadata, T entity, @Nullable DocumentId id, String asked) {
        this.type = type;
        this.metadata = metadata;
        this.entity = entity;
        this.given = entity;
        this.id = id;
        this.asked = asked;
    }

    /** Returns a document that is to be stored under {@code id}. */
    @SuppressWarnings("unchecked") // a copy of a record is of the same class
    static <T> Document<T> named(EntityType type, T entity, DocumentId id) {
        T named = (T) type.json().withId(entity, id.text());
        Document<T> document = new Document<>(type, Metadata.ofNew(type.metadata()), named, id, id.text());
        document.given = entity;
        return document;
    }

    /** Returns a document that is to be stored under the id that the server makes of {@code asked}. */
    static <T> Document<T> unnamed(EntityType type, T entity, String asked) {
        return new Document<>(type, Metadata.ofNew(type.metadata()), entity, null, asked);
    }

    /** Returns a document that was loaded; {@code look} is the snapshot of its entity. */
    static <T> Document<T> loaded(EntityType type, T entity, ReceivedDocument received, Snapshot look) {
        Document<T> document = new Document<>(
                type, Metadata.received(received.metadataBytes()), entity, DocumentId.of(received.id()), received.id());
        document.changeVector = received.changeVector();
        document.stored = look;
        return document;
    }

    /** Returns the entity that was given or loaded; for a record, the copy with its id. */
    public T entity() {
        return entity;
    }

    /**
     * Returns the id.
     *
     * @throws IllegalStateException if the server makes it and {@link Session#saveChanges()} was not called yet
     */
    public String id() {
        if (id == null) {
            throw new IllegalStateException(
                    "The server makes the id of '" + asked + "' when the session is saved: call saveChanges() first.");
        }
        return id.text();
    }

    /** Returns whether the id is known already. */
    public boolean hasId() {
        return id != null;
    }

    /** Returns the version that was loaded or stored last; empty for a new document. */
    public Optional<String> changeVector() {
        return Optional.ofNullable(changeVector);
    }

    /** Returns the metadata: what is said about the document beside its content. */
    public Metadata metadata() {
        return metadata;
    }

    EntityType type() {
        return type;
    }

    @Nullable DocumentId documentId() {
        return id;
    }

    /** Returns the id as it is sent: final, or one that the server completes. */
    String idToSend() {
        return id == null ? asked : id.text();
    }

    boolean isStored() {
        return stored != null;
    }

    /**
     * Returns whether it is to be sent: the entity, whose snapshot is {@code look}, or its metadata differ from what is
     * stored, or a version was named that somebody must look for.
     */
    boolean differsFrom(Snapshot look) {
        return stored == null || expected != null || metadata.isChanged() || !stored.matches(look);
    }

    /** Sets the version that must be stored when this is saved next; empty if no document may exist. */
    void expect(String version) {
        expected = version;
    }

    /** Returns the version that must be stored, or null for any. */
    @Nullable String expectation(Concurrency concurrency) {
        if (expected != null || concurrency == Concurrency.LAST_WRITER_WINS) {
            return expected;
        }
        // A document without an id is new in any case: the server numbers or names it.
        return changeVector != null ? changeVector : id == null ? null : "";
    }

    /** Returns the entity as it was handed to the session. */
    Object given() {
        return given;
    }

    /** Replaces the entity by another record with the same id. */
    void replace(T other) {
        entity = other;
        given = other;
    }

    /** Takes over what is stored now: {@code other} is the entity, {@code look} its snapshot. */
    @SuppressWarnings("unchecked") // of the same class as the one before
    void refreshed(Object other, ReceivedDocument received, Snapshot look) {
        replace((T) other);
        changeVector = received.changeVector();
        expected = null;
        stored = look;
        metadata.refreshed(received.metadataBytes());
    }

    /** Records the result of saving. */
    @SuppressWarnings("unchecked") // a copy of a record is of the same class
    void saved(BatchReply.Result result, Snapshot look) {
        if (id == null) {
            entity = (T) type.json().withId(entity, result.id());
        }
        id = DocumentId.of(result.id());
        changeVector = result.changeVector();
        expected = null;
        stored = look;
        metadata.saved(result.lastModified());
    }

    /** Returns the id, or the prefix that asks for one, in words. */
    @Override
    public String toString() {
        return "Document(" + idToSend() + ")";
    }
}
