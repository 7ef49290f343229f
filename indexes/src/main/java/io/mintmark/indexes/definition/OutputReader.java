package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.DocumentId;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.document.KeyForm;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.rows.InvalidPatternException;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.indexes.rows.ReferencePattern;
import io.mintmark.internal.Printable;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads where the results of an index go. */
final class OutputReader {
    private static final String COLLECTION = "OutputReduceToCollection";
    private static final String PATTERN = DefinitionReader.PATTERN;
    private static final String REFERENCES = "PatternReferencesCollectionName";
    private static final String VERSION = "ReduceOutputIndex";

    private OutputReader() {}

    /** Reads it, and requires that a pattern names members that the results have. */
    static OutputDocuments read(String name, ObjectNode given, Program program) {
        OutputDocuments outputs = read(name, given);
        if (outputs.references() != null) {
            requireFields(name, outputs.references(), program);
        }
        return outputs;
    }

    /** Reads it without looking at what is computed. */
    static OutputDocuments read(String name, ObjectNode given) {
        String collection = text(given, COLLECTION);
        if (collection.isEmpty()) {
            throw new UnsupportedIndexException("The index '" + name + "' has no " + COLLECTION
                    + ". There are no queries here that could ask it: name a collection for its results.");
        }
        requireCollection(name, collection);
        String pattern = text(given, PATTERN);
        String references = text(given, REFERENCES);
        if (pattern.isEmpty()) {
            if (!references.isEmpty()) {
                throw new InvalidIndexException("The index '" + name + "' has " + REFERENCES + " without " + PATTERN
                        + ": give it both or neither.");
            }
            return new OutputDocuments(new OutputIds(collection, version(name, given)));
        }
        String listed = references.isEmpty() ? collection + "/References" : references;
        requireCollection(name, listed);
        return new OutputDocuments(new OutputIds(collection, version(name, given)), pattern(name, pattern), listed);
    }

    private static String text(ObjectNode given, String member) {
        JsonNode value = given.path(member);
        return value.isTextual() ? value.textValue().strip() : "";
    }

    /** Asked of the longest id that an output can have. */
    private static void requireCollection(String name, String collection) {
        try {
            DocumentId ignored = DocumentId.of(collection + "/9223372036854775807/18446744073709551615/2147483647");
        } catch (InvalidDocumentIdException e) {
            throw new InvalidIndexException("The index '" + name + "' names the collection '" + collection
                    + "', with which no document id can begin: " + e.getMessage());
        }
        if (KeyForm.of(collection + '/').startsWith("raven/")) {
            throw new InvalidIndexException("The index '" + name + "' names the collection '" + collection
                    + "', but ids that begin with Raven/ are the server's own: choose another one.");
        }
        if (collection.startsWith("@")) {
            throw new InvalidIndexException("The index '" + name + "' names the collection '" + collection
                    + "', but names with @ are the server's own: choose another one.");
        }
    }

    private static @Nullable Long version(String name, ObjectNode given) {
        JsonNode version = given.path(VERSION);
        if (version.isNull() || version.isMissingNode()) {
            return null;
        }
        if (!version.canConvertToLong() || !version.isIntegralNumber() || version.longValue() < 0) {
            throw new InvalidIndexException("The index '" + name + "' has the " + VERSION + " " + version
                    + ": give it a whole number, or none.");
        }
        return version.longValue();
    }

    private static ReferencePattern pattern(String name, String text) {
        try {
            return ReferencePattern.parse(text);
        } catch (InvalidPatternException e) {
            throw new InvalidIndexException("The index '" + name + "' cannot be put. " + e.getMessage());
        }
    }

    /** Which members a script has, only its results show. */
    private static void requireFields(String name, ReferencePattern pattern, Program program) {
        if (!(program instanceof Program.Planned planned)) {
            return;
        }
        Set<String> members = planned.plan().reduce().members().keySet();
        for (String field : pattern.fields()) {
            if (!members.contains(field)) {
                throw new InvalidIndexException("The index '" + name + "' has the field '" + field + "' in " + PATTERN
                        + ", but its results do not: they have " + Printable.brief(members.toString()) + ".");
            }
        }
    }
}
