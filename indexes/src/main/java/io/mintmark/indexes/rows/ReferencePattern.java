package io.mintmark.indexes.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.Numbers;
import io.mintmark.internal.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ids of the documents that list outputs: text with members of the output in it, such as
 * {@code reports/{Day:yyyy-MM-dd}}. Immutable.
 */
public final class ReferencePattern {
    /**
     * Text, and what follows it.
     *
     * @param text stands as it is
     * @param field a member of the output, or null after the last one
     * @param format how it is written, if it is a date that is not written as it stands
     */
    private record Piece(
            String text, @Nullable String field, @Nullable DatePattern format) {}

    /** An id has fewer bytes; names of members take more room than what they stand for. */
    private static final int CHARS_MAX = 2_000;

    private final List<Piece> pieces;

    private ReferencePattern(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
    }

    /**
     * Reads a pattern.
     *
     * @throws InvalidPatternException if it is none, or names no field, or one twice
     */
    public static ReferencePattern parse(String pattern) {
        if (pattern.length() > CHARS_MAX) {
            throw new InvalidPatternException(
                    pattern, "has " + pattern.length() + " characters, more than " + CHARS_MAX);
        }
        List<Piece> pieces = new ArrayList<>();
        Set<String> fields = new HashSet<>();
        int at = 0;
        for (int open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', at)) {
            int close = pattern.indexOf('}', open);
            if (close < 0) {
                throw new InvalidPatternException(pattern, "has a { without its }");
            }
            Piece piece = piece(pattern, pattern.substring(at, open), pattern.substring(open + 1, close));
            if (!fields.add(piece.field())) {
                throw new InvalidPatternException(pattern, "names the field '" + piece.field() + "' twice");
            }
            pieces.add(piece);
            at = close + 1;
        }
        if (pieces.isEmpty()) {
            throw new InvalidPatternException(
                    pattern, "names no field of the output, so all would be listed in one place");
        }
        pieces.add(new Piece(text(pattern, pattern.substring(at)), null, null));
        return new ReferencePattern(pieces);
    }

    private static Piece piece(String pattern, String text, String inBraces) {
        int colon = inBraces.indexOf(':');
        String field = (colon < 0 ? inBraces : inBraces.substring(0, colon)).strip();
        if (field.isEmpty()) {
            throw new InvalidPatternException(pattern, "has braces without a field");
        }
        DatePattern format = colon < 0 ? null : DatePattern.parse(pattern, inBraces.substring(colon + 1));
        return new Piece(text(pattern, text), field, format);
    }

    private static String text(String pattern, String text) {
        if (text.indexOf('}') >= 0) {
            throw new InvalidPatternException(pattern, "has a } without its {");
        }
        return text;
    }

    /** Returns the text before the first member, what stands between members, and what is behind the last one. */
    public List<String> texts() {
        return pieces.stream().map(Piece::text).toList();
    }

    /** Returns the members of the output that it names. */
    public List<String> fields() {
        List<String> fields = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.field() != null) {
                fields.add(piece.field());
            }
        }
        return fields;
    }

    /**
     * Returns the id of the document that lists an output.
     *
     * @throws UnlistedException if a member that it needs is null or missing
     * @throws EvaluationException if its members make no id that such a document may have
     */
    String of(JsonNode output, IdentityPartsSeparator separator) {
        StringBuilder id = new StringBuilder();
        for (Piece piece : pieces) {
            id.append(piece.text());
            if (piece.field() != null) {
                JsonNode value = output.path(piece.field());
                if (value.isMissingNode() || value.isNull()) {
                    throw new UnlistedException(piece.field());
                }
                id.append(text(piece, value));
            }
        }
        DocumentId reference = DocumentId.of(id.toString());
        ReferenceIdRules.why(reference, separator).ifPresent(why -> {
            throw new EvaluationException("The document " + Printable.brief(reference.text())
                    + " would list an output, but " + why + ": choose another pattern.");
        });
        return reference.text();
    }

    /**
     * Returns why no document may be called as the pattern's own text says, whatever the members are; empty if some
     * may.
     *
     * @param separator the database's: no id ends with it
     */
    public Optional<String> whyNone(IdentityPartsSeparator separator) {
        StringBuilder id = new StringBuilder();
        for (Piece piece : pieces) {
            id.append(piece.text());
            if (piece.format() != null) {
                id.append(piece.format().text());
            } else if (piece.field() != null) {
                id.append('0');
            }
        }
        try {
            return ReferenceIdRules.why(DocumentId.of(id.toString()), separator);
        } catch (InvalidDocumentIdException e) {
            return Optional.of("it makes no id: " + e.getMessage());
        }
    }

    private static String text(Piece piece, JsonNode value) {
        if (piece.format() != null) {
            return piece.format().of(value.asText());
        }
        if (value.isNumber()) {
            return Numbers.text(Numbers.value(value));
        }
        if (value.isValueNode()) {
            return value.asText();
        }
        throw new EvaluationException("The field '" + piece.field()
                + "' is an object or an array, which cannot be a part of a document's id: name another one.");
    }
}
