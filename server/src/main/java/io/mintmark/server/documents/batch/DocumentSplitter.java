package io.mintmark.server.documents.batch;

import io.mintmark.document.KeyForm;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.support.Json;
import io.mintmark.support.JsonMembers;
import io.mintmark.web.http.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Splits the bytes of a document into what is stored: its body, its own metadata, its collection.
 *
 * <p>What the server says of a document (its id, version, time) is dropped when a client sends it back; all else is
 * kept as received.
 */
public final class DocumentSplitter {
    private static final String METADATA = "@metadata";
    private static final String COLLECTION = "@collection";
    private static final Set<String> SERVER_SIDE =
            Set.of("@id", "@change-vector", "@last-modified", "@flags", "@index-score");
    /** What of a document is looked for. */
    static final JsonMembers.Sought SOUGHT = JsonMembers.Sought.only(
            METADATA,
            Stream.concat(SERVER_SIDE.stream(), Stream.of(COLLECTION)).collect(Collectors.toUnmodifiableSet()));

    private static final byte[] NO_METADATA = {'{', '}'};

    private final Json json;
    private final int documentBytesMax;
    private final int collectionBytesMax;

    /**
     * Splits what {@code json} can read.
     *
     * @param documentBytesMax largest document as JSON, in bytes
     * @param collectionBytesMax longest collection name, in bytes of UTF-8
     */
    public DocumentSplitter(Json json, int documentBytesMax, int collectionBytesMax) {
        this.json = json;
        this.documentBytesMax = documentBytesMax;
        this.collectionBytesMax = collectionBytesMax;
    }

    /** Splits the document that {@code body} is. */
    public DocumentContent split(byte[] body) {
        requireLegal(body.length);
        return split(JsonMembers.scan(json, body, 0, body.length, SOUGHT));
    }

    /** Splits a document whose metadata was looked into. */
    public DocumentContent split(JsonMembers document) {
        requireLegal(document.length());
        JsonMembers members = document.inside(METADATA);
        if (members == null) {
            return new DocumentContent(DocumentContent.NO_COLLECTION, document.without(Set.of()), NO_METADATA);
        }
        return new DocumentContent(
                collection(members.value(COLLECTION)),
                document.without(Set.of(METADATA)),
                members.without(SERVER_SIDE));
    }

    private void requireLegal(int bytes) {
        if (bytes > documentBytesMax) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A document has at most " + documentBytesMax + " bytes, but this one has " + bytes + ".");
        }
    }

    private String collection(byte @Nullable [] value) {
        if (value == null || value[0] == 'n') {
            return DocumentContent.NO_COLLECTION;
        }
        if (value[0] != '"') {
            throw new ApiException(ErrorType.ARGUMENT, "@collection must be a text.");
        }
        String name = json.text(value);
        requireLegal(name);
        return name.isBlank() ? DocumentContent.NO_COLLECTION : name;
    }

    private void requireLegal(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > collectionBytesMax) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A collection name has at most " + collectionBytesMax + " bytes, but this one has " + bytes + ".");
        }
        name.chars().filter(Character::isISOControl).findFirst().ifPresent(control -> {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    String.format("A collection name has no control characters, but this one has U+%04X.", control));
        });
        // Half of a character has none, and would be another one in a file.
        String ignored = KeyForm.of(name);
    }
}
