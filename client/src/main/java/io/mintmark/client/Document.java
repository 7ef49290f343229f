package io.mintmark.client;

import io.mintmark.client.json.BatchReply;
import io.mintmark.client.json.ReceivedDocument;
import io.mintmark.client.json.Snapshot;
import io.mintmark.document.DocumentId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One document of a session: its entity, and what is known of it beside.
 *
 * <p>This is how an id comes back that the server makes, and how a record comes back with its id in it:
 *
 * <pre>{@code
 * Document<Invoice> stored = session.store(new Invoice(null, total), "invoices|");
 * session.saveChanges();
 * stored.id();      // "invoices/1"
 * stored.entity();  // Invoice[id=invoices/1, total=...]
 * }</pre>
 *
 * <p>Not thread-safe, as its session.
 */
public final class Document<T> {
    private final EntityType type;
    private final Metadata metadata;
    private final String asked;
    private T entity;

    /** As it was handed to the session; of a record that got its id by being copied, the original. */
    private Object given;

    private @Nullable DocumentId id;
    private @Nullable String changeVector;
    private @Nullable String expected;

    /** What was stored last; null if nothing was yet. */
    private @Nullable Snapshot stored;

    private Document(EntityType type, Metadata metadata, T entity, @Nullable DocumentId id, String asked) {
        this.type = type;
        this.metadata = metadata;
        this.entity = entity;
        this.given = entity;
        this.id = id;
        this.asked = asked;
    }

    /** A document that is to be stored under {@code id}. */
    @SuppressWarnings("unchecked") // a copy of a record is of the same class
    static <T> Document<T> named(EntityType type, T entity, DocumentId id) {
        T named = (T) type.json().withId(entity, id.text());
        Document<T> document = new Document<>(type, Metadata.ofNew(type.metadata()), named, id, id.text());
        document.given = entity;
        return document;
    }

    /** A document that is to be stored under the id that the server makes of {@code asked}. */
    static <T> Document<T> unnamed(EntityType type, T entity, String asked) {
        return new Document<>(type, Metadata.ofNew(type.metadata()), entity, null, asked);
    }

    /** A document that is stored; {@code look} is what its entity looks like. */
    static <T> Document<T> loaded(EntityType type, T entity, ReceivedDocument received, Snapshot look) {
        Document<T> document = new Document<>(
                type, Metadata.received(received.metadataBytes()), entity, DocumentId.of(received.id()), received.id());
        document.changeVector = received.changeVector();
        document.stored = look;
        return document;
    }

    /** Returns the entity: the one that was given or loaded, or of a record the copy that knows its id. */
    public T entity() {
        return entity;
    }

    /**
     * Returns the id.
     *
     * @throws IllegalStateException if the server is to make it and {@link Session#saveChanges()} was not called yet
     */
    public String id() {
        if (id == null) {
            throw new IllegalStateException(
                    "The server makes the id of '" + asked + "' when the session is saved: call saveChanges() first.");
        }
        return id.text();
    }

    /** Tells whether the id is known already. */
    public boolean hasId() {
        return id != null;
    }

    /** Returns the version that was loaded or stored last; empty for a new document. */
    public Optional<String> changeVector() {
        return Optional.ofNullable(changeVector);
    }

    /** Returns what is said about the document beside its content. */
    public Metadata metadata() {
        return metadata;
    }

    EntityType type() {
        return type;
    }

    @Nullable DocumentId documentId() {
        return id;
    }

    /** Returns the id as it is sent: final, or what asks for one. */
    String idToSend() {
        return id == null ? asked : id.text();
    }

    boolean isStored() {
        return stored != null;
    }

    /** Tells whether the entity or its metadata are not what is stored; {@code look} is how the entity looks now. */
    boolean differsFrom(Snapshot look) {
        return stored == null || metadata.isChanged() || !stored.matches(look);
    }

    /** Sets the version that must be there when this is saved next; empty if no document may be there. */
    void expect(String version) {
        expected = version;
    }

    /** Returns the version that must be there, or null if it does not matter. */
    @Nullable String expectation(Concurrency concurrency) {
        if (expected != null || concurrency == Concurrency.LAST_WRITER_WINS) {
            return expected;
        }
        // An identity's document must be new in any case, and so is one that the server names.
        return changeVector != null ? changeVector : id == null ? null : "";
    }

    /** Returns the entity as it was handed to the session. */
    Object given() {
        return given;
    }

    /** Goes on with another record under the same id. */
    void replace(T other) {
        entity = other;
        given = other;
    }

    /** Goes on with what is stored by now; {@code other} is the entity that looks so, as {@code look} says. */
    @SuppressWarnings("unchecked") // of the same class as the one before
    void refreshed(Object other, ReceivedDocument received, Snapshot look) {
        replace((T) other);
        changeVector = received.changeVector();
        expected = null;
        stored = look;
        metadata.refreshed(received.metadataBytes());
    }

    /** Takes note of what the server made of it. */
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

    /** Returns the id, or how it was asked for. */
    @Override
    public String toString() {
        return "Document(" + idToSend() + ")";
    }
}
