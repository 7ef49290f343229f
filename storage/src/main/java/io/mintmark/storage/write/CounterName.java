package io.mintmark.storage.write;

import io.mintmark.document.DocumentId;
import java.util.Optional;

/**
 * The name of a HiLo counter, which is also the id of the document that shows it: {@code Raven/Hilo/orders}.
 *
 * @param document the id of that document; equal ids are one counter
 */
public record CounterName(DocumentId document) {
    /** What the ids of all HiLo documents begin with. */
    public static final String PREFIX = "Raven/Hilo/";

    private static final String KEY_PREFIX = "raven/hilo/";

    /**
     * Names the counter of a tag, the prefix of the ids it will number.
     *
     * @throws io.mintmark.document.InvalidDocumentIdException if the tag cannot end a document id
     */
    public static CounterName ofTag(String tag) {
        return new CounterName(DocumentId.of(PREFIX + tag));
    }

    /** Names the counter that a document shows, if it is a HiLo document. */
    public static Optional<CounterName> shownBy(DocumentId document) {
        return isShownBy(document) ? Optional.of(new CounterName(document)) : Optional.empty();
    }

    /** Returns whether a document shows a counter. */
    public static boolean isShownBy(DocumentId document) {
        String key = document.key();
        return key.length() > KEY_PREFIX.length() && key.startsWith(KEY_PREFIX);
    }

    /** Returns the key form of the document's id. */
    public String key() {
        return document.key();
    }
}
