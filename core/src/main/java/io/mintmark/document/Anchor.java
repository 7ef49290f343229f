package io.mintmark.document;

import io.mintmark.document.InvalidDocumentIdException.Rule;

/**
 * The end of a document id that decides where the document lies: {@code orders/7-A} in {@code invoices/1-A$orders/7-A}.
 *
 * <p>It is what follows the last <code>$</code>, unless that is the id's first character: then, and without a
 * <code>$</code>, the whole id decides. Stateless, safe for any thread.
 */
final class Anchor {
    /** The character between the id proper and its anchor; one byte of UTF-8, and no byte of any other character. */
    static final char MARK = '$';

    private Anchor() {}

    /** Returns where the bytes of {@code key} begin that decide about its bucket; its length if the anchor is empty. */
    static int start(byte[] key) {
        for (int at = key.length - 1; at > 0; at--) {
            if (key[at] == MARK) {
                return at + 1;
            }
        }
        return 0;
    }

    /** Returns the text of {@code id} anchored to {@code anchor}; refuses an anchor that would not be obeyed. */
    static String join(DocumentId id, DocumentId anchor) {
        String end = anchor.text();
        int lastMark = end.lastIndexOf(MARK);
        if (lastMark == end.length() - 1) {
            throw refused(anchor, "must not end with '$', after which nothing is left to place by");
        }
        if (lastMark == 0) {
            throw refused(anchor, "must not begin with its only '$', which would not count as part of it any more");
        }
        return id.text() + MARK + end;
    }

    private static InvalidDocumentIdException refused(DocumentId anchor, String rule) {
        return new InvalidDocumentIdException(
                Rule.ANCHOR,
                "anchor " + rule + ": '" + IdCharacters.printable(anchor.text())
                        + "'; anchor to a document of another name");
    }
}
