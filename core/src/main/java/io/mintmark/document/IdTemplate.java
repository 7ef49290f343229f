package io.mintmark.document;

import org.jspecify.annotations.Nullable;

/**
 * The text that a request sends where a document id is expected: an id, or the wish for a generated one.
 *
 * <p>A template that exists can always be filled: its characters are legal and it leaves room for the longest text that
 * may be generated after it. Immutable.
 */
public sealed interface IdTemplate {
    /** The id itself, chosen by the caller. */
    record Semantic(DocumentId id) implements IdTemplate {}

    /** The wish for {@link DocumentId#guid}. */
    record Guid() implements IdTemplate {}

    /**
     * The wish for {@link DocumentId#serverSide}.
     *
     * @param prefix what the id begins with, up to and with the separator, such as {@code users/}
     */
    record ServerSide(String prefix) implements IdTemplate {
        /** Bytes of the longest text after the prefix, which follows a collision: etag, dash, 22 of Base64. */
        static final int GENERATED_BYTES_MAX = DocumentId.ETAG_DIGITS + 1 + 22;

        /** Checks the prefix; throws {@link InvalidDocumentIdException} if an id cannot begin with it. */
        public ServerSide {
            IdRules.requireNotBlank("prefix", prefix);
            IdRules.requireRoom("prefix", prefix, GENERATED_BYTES_MAX);
        }
    }

    /**
     * The wish for {@link DocumentId#identity}.
     *
     * @param name the identity's name, such as {@code users} when <code>users|</code> was sent
     */
    record Identity(String name) implements IdTemplate {
        /** Bytes of the longest text after the name: a separator and the digits of the largest long. */
        static final int GENERATED_BYTES_MAX = IdentityPartsSeparator.MAX_BYTES + 19;

        /** Checks the name; throws {@link InvalidDocumentIdException} if it is blank or an id cannot begin with it. */
        public Identity {
            IdRules.requireIdentityName(name);
            IdRules.requireRoom("identity name", name, GENERATED_BYTES_MAX);
        }
    }

    /**
     * Returns what {@code id} asks for, decided in this order: absent, empty or white space only is a {@link Guid}; a
     * last <code>|</code> is an {@link Identity}; a last {@code separator} is {@link ServerSide}, even if nothing
     * stands before it; anything else is {@link Semantic}.
     *
     * @throws InvalidDocumentIdException if no legal id can come of it
     */
    static IdTemplate parse(@Nullable String id, IdentityPartsSeparator separator) {
        if (id == null || IdCharacters.isBlank(id)) {
            return new Guid();
        }
        int last = id.length() - 1;
        if (id.charAt(last) == IdRules.IDENTITY_MARK) {
            return new Identity(id.substring(0, last));
        }
        return separator.ends(id) ? new ServerSide(id) : new Semantic(DocumentId.of(id));
    }
}
