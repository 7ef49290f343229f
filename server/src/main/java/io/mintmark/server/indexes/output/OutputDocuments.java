package io.mintmark.server.indexes.output;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.KeyForm;
import io.mintmark.server.indexes.expression.CanonicalJson;
import io.mintmark.server.indexes.expression.EvaluationException;
import io.mintmark.server.indexes.expression.TextLimit;
import io.mintmark.server.indexes.expression.Trees;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.document.Expectation;
import io.mintmark.server.storage.index.ArtificialMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands that write the artificial documents of an index.
 *
 * @param names their ids
 * @param references which of them are listed where, or null for nowhere
 * @param referencesCollection the collection of the documents that list them
 */
public record OutputDocuments(OutputIds names, @Nullable ReferencePattern references, String referencesCollection) {
    /** Creates commands for an index whose outputs are listed nowhere. */
    public OutputDocuments(OutputIds names) {
        this(names, null, "");
    }

    /** Returns the same, called by another version. */
    public OutputDocuments withVersion(@Nullable Long version) {
        return new OutputDocuments(new OutputIds(names.collection(), version), references, referencesCollection);
    }

    /** Returns the collections that are written. */
    public List<String> collections() {
        return references == null ? List.of(names.collection()) : List.of(names.collection(), referencesCollection);
    }

    /** Returns the command that stores an output. */
    public DocumentCommand put(long hash, int slot, String body) {
        return put(names.of(hash, slot), names.collection(), body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the command that removes an output. */
    public DocumentCommand delete(long hash, int slot) {
        return delete(names.of(hash, slot));
    }

    /**
     * Returns the id of the document that lists an output, or null if none does.
     *
     * @throws EvaluationException if its members make no id, or one that an output may have
     */
    public @Nullable String referenceOf(String body) {
        String id = references == null ? null : references.of(Trees.read(body));
        if (id != null && names.mayName(KeyForm.of(id))) {
            throw new EvaluationException("The document " + id
                    + " would list an output, but is called as outputs are: choose another pattern.");
        }
        return id;
    }

    /** Returns the command that stores the document that lists {@code outputs}, or removes it if there are none. */
    public DocumentCommand reference(DocumentId id, Collection<String> outputs) {
        if (outputs.isEmpty()) {
            return delete(id);
        }
        byte[] body = Json.write(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("ReduceOutputs");
            for (String output : outputs) {
                json.writeString(output);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
        return put(id, referencesCollection, body);
    }

    /**
     * Returns the text of an output's members.
     *
     * @throws EvaluationException if {@code members} is no object, or too long
     */
    public static String body(JsonNode members) {
        if (!members.isObject()) {
            throw new EvaluationException("A reduce must return one object for each group, but it returned "
                    + (members.isArray() ? "an array" : members.asText("nothing")) + ".");
        }
        return CanonicalJson.of(members, TextLimit.DOCUMENT_MAX);
    }

    private static DocumentCommand put(DocumentId id, String collection, byte[] body) {
        return new DocumentCommand.Put(
                new IdTemplate.Semantic(id),
                Expectation.ANYTHING,
                new DocumentContent(collection, body, ArtificialMetadata.of(collection)));
    }

    private static DocumentCommand delete(DocumentId id) {
        return new DocumentCommand.Delete(id, Expectation.ANYTHING);
    }
}
