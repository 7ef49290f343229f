package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.rows.ReferencePattern;
import io.mintmark.internal.Printable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a definition must meet when it is put, and one that is stored need not: an earlier server may have taken it, and
 * the database's separator may be another one since.
 *
 * @param separator the database's
 * @param collectionBytesMax longest collection name, in bytes of UTF-8
 */
public record PutRules(IdentityPartsSeparator separator, int collectionBytesMax) {
    /** Larger numbers are rounded by clients, and the one after the largest is none. */
    private static final long VERSION_MAX = (1L << 53) - 1;

    private static final List<String> TEXTS =
            List.of("OutputReduceToCollection", DefinitionReader.PATTERN, DefinitionReader.REFERENCES_COLLECTION);

    /**
     * Checks what was given.
     *
     * @throws InvalidIndexException if a member that must be a text is none
     */
    public void requireTexts(ObjectNode given) {
        for (String member : TEXTS) {
            JsonNode value = given.path(member);
            if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
                throw invalid(
                        given.path("Name").asText(""),
                        "has the " + member + " " + Printable.brief(value.toString())
                                + ", which is no text: write it in quotes");
            }
        }
    }

    /**
     * Checks what was read of it.
     *
     * @param sources the collections that it reads
     * @throws InvalidIndexException if a collection cannot be called so, or the pattern makes no ids
     */
    public void require(IndexDefinition definition, List<String> sources) {
        definition.collections().forEach(name -> requireCollection(definition.name(), "writes to", name));
        sources.forEach(name -> requireCollection(definition.name(), "reads", name));
        requireVersion(definition.name(), definition.outputs().names().version());
        ReferencePattern pattern = definition.outputs().references();
        if (pattern != null) {
            pattern.whyNone(separator).ifPresent(why -> {
                throw invalid(
                        definition.name(),
                        "cannot have this " + DefinitionReader.PATTERN + ", because of the ids that it makes: " + why);
            });
        }
    }

    private static void requireVersion(String index, @Nullable Long version) {
        if (version != null && version > VERSION_MAX) {
            throw invalid(
                    index,
                    "has the ReduceOutputIndex " + version
                            + ", above which definitions that follow find no number: give it at most " + VERSION_MAX
                            + ", or none");
        }
    }

    private void requireCollection(String index, String verb, String collection) {
        int bytes = collection.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > collectionBytesMax) {
            throw invalid(
                    index,
                    verb + " the collection '" + Printable.brief(collection) + "', whose name has " + bytes
                            + " bytes: name one of at most " + collectionBytesMax);
        }
        if (collection.chars().anyMatch(Character::isISOControl)) {
            throw invalid(
                    index,
                    verb + " the collection '" + Printable.brief(collection)
                            + "', but names of collections have no control characters, such as line breaks: leave them out");
        }
    }

    private static InvalidIndexException invalid(String index, String why) {
        return new InvalidIndexException("The index '" + Printable.brief(index) + "' " + why + ".");
    }
}
