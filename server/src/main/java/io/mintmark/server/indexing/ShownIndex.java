package io.mintmark.server.indexing;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.server.databases.IndexState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes an index with every member that RavenDB says of one, since some clients fail where one is missing. */
final class ShownIndex {
    /** Members that a definition has whether or not they were given. */
    private static final List<String> NULL_UNLESS_GIVEN = List.of(
            "Reduce",
            "OutputReduceToCollection",
            "ReduceOutputIndex",
            DefinitionReader.PATTERN,
            DefinitionReader.REFERENCES_COLLECTION);

    /** What nobody counts or measures here: null tells that from a number. */
    private static final List<String> NOT_COUNTED = List.of(
            "MapAttempts",
            "MapSuccesses",
            "MapErrors",
            "MapReferenceAttempts",
            "MapReferenceSuccesses",
            "MapReferenceErrors",
            "ReduceAttempts",
            "ReduceSuccesses",
            "ReduceErrors",
            "MappedPerSecondRate",
            "ReducedPerSecondRate",
            "MaxNumberOfOutputsPerDocument",
            "EntriesCount",
            "CreatedTimestamp",
            "LastQueryingTime");

    private ShownIndex() {}

    static void writeDefinition(IndexEntry entry, JsonGenerator json) throws IOException {
        ObjectNode shown = entry.given().deepCopy();
        addIfAbsent(shown, "Maps", "[]");
        addIfAbsent(shown, "AdditionalSources", "{}");
        NULL_UNLESS_GIVEN.forEach(name -> addIfAbsent(shown, name, "null"));
        addIfAbsent(shown, "AdditionalAssemblies", "[]");
        addIfAbsent(shown, "CompoundFields", "[]");
        addIfAbsent(shown, "Fields", "{}");
        addIfAbsent(shown, "Configuration", "{}");
        shown.put("Type", entry.type())
                .put("SourceType", "Documents")
                .put("LockMode", "Unlock")
                .put("State", "Normal")
                .put("Priority", entry.priority().wireName());
        json.writeRawValue(shown.toString());
    }

    private static void addIfAbsent(ObjectNode shown, String name, String value) {
        if (!shown.has(name)) {
            shown.set(name, Trees.read(value));
        }
    }

    static void writeStatistics(IndexEntry entry, Optional<IndexState> state, int errors, JsonGenerator json)
            throws IOException {
        json.writeStartObject();
        if (state.isPresent()) {
            state.get().writeTo(json);
            json.writeStringField("Status", state.get().status().wireName());
        }
        json.writeNumberField("ErrorsCount", errors);
        json.writeBooleanField("IsInvalidIndex", false);
        json.writeObjectFieldStart("Collections");
        json.writeEndObject();
        writeGiven(entry, "ReduceOutputCollection", "OutputReduceToCollection", json);
        writeGiven(entry, "ReduceOutputReferencePattern", DefinitionReader.PATTERN, json);
        writeGiven(entry, DefinitionReader.REFERENCES_COLLECTION, DefinitionReader.REFERENCES_COLLECTION, json);
        for (String name : NOT_COUNTED) {
            json.writeNullField(name);
        }
        json.writeEndObject();
    }

    private static void writeGiven(IndexEntry entry, String shownAs, String name, JsonGenerator json)
            throws IOException {
        json.writeStringField(shownAs, entry.given().path(name).textValue());
    }
}
