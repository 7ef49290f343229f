package io.mintmark.server.indexing;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.MintmarkException;
import io.mintmark.indexes.definition.IndexPriority;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.server.indexing.IndexEntry.Phase;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The form in which a list of indexes is stored: a JSON object. */
final class IndexListForm {
    private IndexListForm() {}

    static byte[] write(IndexList list) {
        return Json.writeObject(json -> {
            json.writeNumberField("Numbers", list.numbers());
            Json.writeArray(json, "Indexes", list.entries(), entry -> write(entry, json));
        });
    }

    private static void write(IndexEntry entry, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("Number", entry.number());
        json.writeStringField("Name", entry.name());
        if (entry.version() != null) {
            json.writeNumberField("Version", entry.version());
        }
        json.writeStringField("Phase", entry.phase().name());
        if (entry.paused()) {
            json.writeBooleanField("Paused", true);
        }
        if (entry.stopped() != null) {
            json.writeStringField("Stopped", entry.stopped());
        }
        json.writeStringField("Priority", entry.priority().wireName());
        Json.writeArray(json, "Sources", entry.sources(), json::writeString);
        json.writeFieldName("Definition");
        json.writeRawValue(entry.given().toString());
        json.writeEndObject();
    }

    /** Reads what {@link #write} wrote; no bytes are no indexes. */
    static IndexList read(byte[] stored) {
        if (stored.length == 0) {
            return IndexList.NONE;
        }
        try {
            JsonNode list = Trees.read(stored);
            List<IndexEntry> entries = new ArrayList<>();
            list.path("Indexes").forEach(entry -> entries.add(entry(entry)));
            return new IndexList(entries, list.path("Numbers").longValue());
        } catch (MintmarkException | IllegalArgumentException | ClassCastException e) {
            throw new StorageFailedException(
                    "The list of indexes cannot be read (" + e.getMessage()
                            + "): it was written by a newer server, or damaged. Start that one, or put a backup back.",
                    e);
        }
    }

    private static IndexEntry entry(JsonNode entry) {
        List<String> sources = new ArrayList<>();
        entry.path("Sources").forEach(source -> sources.add(source.textValue()));
        return new IndexEntry(
                entry.path("Number").longValue(),
                entry.path("Name").textValue(),
                (ObjectNode) entry.path("Definition"),
                entry.has("Version") ? entry.path("Version").longValue() : null,
                Phase.valueOf(entry.path("Phase").asText()),
                IndexPriority.of(entry.path("Priority").asText()),
                sources,
                entry.path("Paused").asBoolean(),
                entry.path("Stopped").textValue());
    }
}
