package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the commands of a batch or a bulk insert: JSON objects with commas between them.
 *
 * <p>Entities are written straight into the bytes. A command that cannot be written leaves nothing behind. For one
 * thread.
 */
public final class CommandWriter {
    private static final SerializedString ID = new SerializedString("Id");
    private static final SerializedString CHANGE_VECTOR = new SerializedString("ChangeVector");
    private static final SerializedString TYPE = new SerializedString("Type");
    private static final SerializedString PUT = new SerializedString("PUT");
    private static final SerializedString DELETE = new SerializedString("DELETE");
    private static final SerializedString HEARTBEAT = new SerializedString("HeartBeat");
    private static final SerializedString DOCUMENT = new SerializedString("Document");
    private static final SerializedString METADATA = new SerializedString(DocumentGenerator.METADATA);

    private final ObjectMapper mapper;
    private final JsonBytes bytes;
    private DocumentGenerator out;
    private boolean following;

    /** Creates a writer that appends to {@code bytes}. */
    public CommandWriter(ObjectMapper mapper, JsonBytes bytes) {
        this.mapper = mapper;
        this.bytes = bytes;
        this.out = open();
    }

    private DocumentGenerator open() {
        try {
            JsonGenerator generator = mapper.createGenerator(bytes);
            // To the generator each command is a root value; the commas between them are written here.
            return new DocumentGenerator(generator.setRootValueSeparator(new SerializedString("")));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
    }

    /**
     * Writes the command that stores an entity.
     *
     * @param changeVector the version that must be stored now, empty for none, or null for any
     * @param metadata the document's metadata as JSON
     * @return the place of the entity's own members among the bytes
     * @throws io.mintmark.client.exceptions.InvalidEntityException if the entity cannot be written
     */
    public Span put(
            String id, @Nullable String changeVector, EntityJson json, Object entity, SerializedString metadata) {
        int before = bytes.size();
        try {
            begin(id, changeVector, PUT);
            out.writeFieldName(DOCUMENT);
            Placing placing = new Placing(metadata);
            json.write(entity, out, placing);
            end();
            return new Span(placing.start, placing.end);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        } catch (RuntimeException | Error e) {
            bytes.truncate(before);
            out = open();
            throw e;
        }
    }

    /** Writes the command that deletes a document; {@code changeVector} is as in {@link #put}. */
    public void delete(String id, @Nullable String changeVector) {
        try {
            begin(id, changeVector, DELETE);
            end();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
    }

    /** Writes a command that does nothing and shows that the sender is still there. */
    public void heartbeat() {
        try {
            JsonGenerator plain = begin();
            plain.writeFieldName(TYPE);
            plain.writeString(HEARTBEAT);
            end();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
    }

    private JsonGenerator begin() throws IOException {
        if (following) {
            bytes.write(',');
        }
        JsonGenerator plain = out.delegate();
        plain.writeStartObject();
        return plain;
    }

    private void begin(String id, @Nullable String changeVector, SerializedString type) throws IOException {
        JsonGenerator plain = begin();
        plain.writeFieldName(ID);
        plain.writeString(id);
        if (changeVector != null) {
            plain.writeFieldName(CHANGE_VECTOR);
            plain.writeString(changeVector);
        }
        plain.writeFieldName(TYPE);
        plain.writeString(type);
    }

    private void end() throws IOException {
        JsonGenerator plain = out.delegate();
        plain.writeEndObject();
        plain.flush();
        following = true;
    }

    /** Records the place of the entity's members and adds the metadata after them. */
    private final class Placing implements DocumentGenerator.Parts {
        private final SerializedString metadata;
        private int start;
        private int end;

        Placing(SerializedString metadata) {
            this.metadata = metadata;
        }

        @Override
        public void begun() throws IOException {
            out.flush();
            start = bytes.size();
        }

        @Override
        public void ending(JsonGenerator plain) throws IOException {
            plain.flush();
            end = bytes.size();
            plain.writeFieldName(METADATA);
            plain.writeRawValue(metadata);
        }
    }
}
