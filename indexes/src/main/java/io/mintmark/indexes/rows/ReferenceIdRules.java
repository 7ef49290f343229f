package io.mintmark.indexes.rows;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import java.util.Optional;

/**
 * Which ids documents must not have that list outputs. An id that ends with a separator asks for a server-side id where
 * a client sends it, so nobody could name the document.
 */
final class ReferenceIdRules {
    private static final String RESERVED = "raven/";

    private ReferenceIdRules() {}

    /** Returns why a document must not have that id, as the end of a sentence; empty if it may. */
    static Optional<String> why(DocumentId id, IdentityPartsSeparator separator) {
        String key = id.key();
        if (key.startsWith(RESERVED)) {
            return Optional.of("ids that begin with Raven/ are the server's own");
        }
        // An id that ends with | is none at all.
        String text = id.text();
        char last = text.charAt(text.length() - 1);
        if (last == IdentityPartsSeparator.DEFAULT.value() || last == separator.value()) {
            return Optional.of("an id that ends with '" + last + "' asks for a server-side id");
        }
        return Optional.empty();
    }
}
