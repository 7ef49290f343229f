package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Looks at entities as their documents would be now, to tell whether they changed. For one thread. */
public final class SnapshotWriter {
    private static final int FIRST_BYTES = 1_024;

    private final ObjectMapper mapper;
    private final JsonBytes bytes = new JsonBytes(FIRST_BYTES);

    /** Writes with {@code mapper}. */
    public SnapshotWriter(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** Returns how an entity looks; good until the next call. */
    public Snapshot of(EntityJson json, Object entity) {
        bytes.truncate(0);
        Members members = new Members();
        try (JsonGenerator generator = mapper.createGenerator(bytes)) {
            json.write(entity, new DocumentGenerator(generator), members);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        // The opening brace is the first byte; what it holds is what counts.
        return new Snapshot(bytes.array(), 1, members.end);
    }

    /** Notes where the entity's members end. */
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
