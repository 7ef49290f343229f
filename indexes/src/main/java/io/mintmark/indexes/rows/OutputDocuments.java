package io.mintmark.indexes.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.KeyForm;
import io.mintmark.indexes.expression.CanonicalJson;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.TextLimit;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the artificial documents of an index.
 *
 * @param names their ids
 * @param references which of them are listed where, or null for nowhere
 * @param referencesCollection the collection of the documents that list them
 */
public record OutputDocuments(OutputIds names, @Nullable ReferencePattern references, String referencesCollection) {
    private static final String METADATA = "@metadata";

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

    /** Returns what stores the output of the group that has the key {@code group}. */
    public IndexOutput put(long hash, int slot, String body, String group) {
        return IndexOutput.storing(
                names.of(hash, slot), names.collection(), body.getBytes(StandardCharsets.UTF_8), List.of(group));
    }

    /** Returns what removes an output. */
    public IndexOutput delete(long hash, int slot) {
        return IndexOutput.deleting(names.of(hash, slot), names.collection());
    }

    /**
     * Returns the id of the document that lists an output, or null if the outputs of this index are listed nowhere.
     *
     * @param separator the database's: no id ends with it
     * @throws UnlistedException if a member that the id needs is null or missing
     * @throws EvaluationException if its members make no id, or one that an output may have
     */
    public @Nullable String referenceOf(String body, IdentityPartsSeparator separator) {
        String id = references == null ? null : references.of(Trees.read(body), separator);
        if (id != null && names.mayName(KeyForm.of(id))) {
            throw new EvaluationException("The document " + id
                    + " would list an output, but is called as outputs are: choose another pattern.");
        }
        return id;
    }

    /**
     * Returns what stores the document that lists {@code outputs}, or removes it if there are none.
     *
     * @param groups keys of the groups for whose outputs it is stored
     */
    public IndexOutput reference(DocumentId id, Collection<String> outputs, List<String> groups) {
        if (outputs.isEmpty()) {
            return IndexOutput.deleting(id, referencesCollection);
        }
        byte[] body = Json.writeObject(json -> {
            Json.writeArray(json, "ReduceOutputs", outputs, json::writeString);
        });
        return IndexOutput.storing(id, referencesCollection, body, groups);
    }

    /**
     * Returns the text of an output's members.
     *
     * @throws EvaluationException if {@code members} is no object, has metadata, or is too long
     */
    public static String body(JsonNode members) {
        if (!members.isObject()) {
            throw new EvaluationException("A reduce must return one object for each group, but it returned "
                    + (members.isArray() ? "an array" : members.asText("nothing")) + ".");
        }
        if (members.has(METADATA)) {
            throw new EvaluationException("A reduce must not return the member " + METADATA
                    + ", which the server adds to each document: give it another name.");
        }
        return CanonicalJson.of(members, TextLimit.DOCUMENT_MAX);
    }
}
