package io.mintmark.client.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes entities of one class as documents and reads documents as entities; their id is not a member of the document.
 *
 * <p>Immutable, safe for any number of threads.
 */
public final class EntityJson {
    private final Class<?> type;
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final @Nullable IdProperty id;
    private final @Nullable String refusal;

    private EntityJson(
            Class<?> type,
            ObjectWriter writer,
            ObjectReader reader,
            @Nullable IdProperty id,
            @Nullable String refusal) {
        this.type = type;
        this.writer = writer;
        this.reader = reader;
        this.id = id;
        this.refusal = refusal;
    }

    /** Inspects a class; {@code idName} is the name of the member that holds the id, in classes that have one. */
    public static EntityJson of(Class<?> type, String idName, ObjectMapper mapper) {
        return new EntityJson(
                type,
                mapper.writerFor(type).without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE),
                mapper.readerFor(type),
                IdProperty.find(type, idName, mapper).orElse(null),
                HiddenFields.refusalOf(type, mapper));
    }

    /** Returns the id of an entity, or null if it has none or an empty one. */
    public @Nullable String idOf(Object entity) {
        return id == null ? null : id.get(entity);
    }

    /** Returns the entity with the id {@code text}: the same object, or a copy if it is a record. */
    public Object withId(Object entity, String text) {
        return id == null ? entity : id.withId(entity, text);
    }

    /**
     * Refuses a class whose id member cannot be set, before an id is made for an entity of it.
     *
     * @throws InvalidEntityException if there is such a member
     */
    public void requireSettableId() {
        HiddenFields.require(refusal);
        if (id != null) {
            id.requireSettable();
        }
    }

    /** Returns an entity that was just read, with the id of its document. */
    public Object loadedAs(Object entity, String text) {
        return id == null ? entity : id.loadedAs(entity, text);
    }

    /**
     * Writes an entity as a document.
     *
     * @throws InvalidEntityException if Jackson cannot write it, or if it does not become an object; discard what was
     *     written then
     */
    void write(Object entity, DocumentGenerator out, DocumentGenerator.Parts parts) {
        HiddenFields.require(refusal);
        out.next(id == null ? null : id.jsonName(), parts);
        try {
            writer.writeValue(out, entity);
        } catch (InvalidDefinitionException e) {
            throw new InvalidEntityException(
                    "An entity of " + type.getName() + " cannot be written as JSON: " + e.getOriginalMessage() + path(e)
                            + ". Fields that are neither static nor transient are stored, and what public getters return;"
                            + " for other classes register a module by Conventions.Builder.json.",
                    e);
        } catch (IOException e) {
            throw new InvalidEntityException(
                    "An entity of " + type.getName() + " cannot be written as JSON: " + e.getMessage(), e);
        }
        if (!out.wroteDocument()) {
            throw new InvalidEntityException(
                    "An entity must become a JSON object, but one of " + type.getName()
                            + " becomes something else: store an object that holds it.",
                    null);
        }
    }

    private static String path(JsonMappingException failure) {
        String path = failure.getPathReference();
        return path.isEmpty() ? "" : " (through " + path + ")";
    }

    /**
     * Reads a document as an entity with its id.
     *
     * @throws InvalidEntityException if Jackson cannot read it as this class
     */
    public Object read(ReceivedDocument document) {
        HiddenFields.require(refusal);
        try {
            return reader.readValue(document.contentWith(idMember(document.id())));
        } catch (IOException e) {
            throw new InvalidEntityException(
                    "The document " + document.id() + " cannot be read as " + type.getName() + ": " + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns an entity with the content of the document: the given one if its members can be set, else a new one.
     *
     * @throws InvalidEntityException if Jackson cannot read it as this class, or reads another one
     */
    public Object refreshed(Object entity, ReceivedDocument document, ObjectMapper mapper) {
        Object fresh = read(document);
        if (fresh.getClass() != entity.getClass()) {
            throw new InvalidEntityException(
                    "The document " + document.id() + " is a "
                            + fresh.getClass().getName() + " by now, and "
                            + entity.getClass().getName() + " in this session: load it in another one.",
                    null);
        }
        return MemberCopier.of(entity.getClass(), mapper)
                .map(members -> members.copy(fresh, entity))
                .orElse(fresh);
    }

    private String idMember(String text) {
        if (id == null) {
            return "";
        }
        JsonStringEncoder encoder = JsonStringEncoder.getInstance();
        return '"' + new String(encoder.quoteAsString(id.jsonName())) + "\":\""
                + new String(encoder.quoteAsString(text)) + '"';
    }
}
