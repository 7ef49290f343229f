package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes entities as their documents would be now, to find out whether they changed. For one thread. */
public final class SnapshotWriter {
    private static final int FIRST_BYTES = 1_024;

    private final ObjectMapper mapper;
    private final JsonBytes bytes = new JsonBytes(FIRST_BYTES);

    /** Creates a writer over {@code mapper}. */
    public SnapshotWriter(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** Returns the snapshot of an entity as it is now; valid until the next call. */
    public Snapshot of(EntityJson json, Object entity) {
        bytes.truncate(0);
        Members members = new Members();
        try (JsonGenerator generator = mapper.createGenerator(bytes)) {
            json.write(entity, new DocumentGenerator(generator), members);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        // The first byte is the opening brace; the members after it are compared.
        return new Snapshot(bytes.array(), 1, members.end);
    }

    /** Records the end of the entity's members. */
    private final class Members implements DocumentGenerator.Parts {
        private int end;

        @Override
        public void begun() {}

        @Override
        public void ending(JsonGenerator plain) throws IOException {
            plain.flush();
            end = bytes.size();
        }
    }
}
