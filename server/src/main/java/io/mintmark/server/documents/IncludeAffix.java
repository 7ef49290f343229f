package io.mintmark.server.documents;

import java.util.function.Consumer;

/**
 * The text around an id that a document holds in part.
 *
 * @param prefix what stands before it
 * @param suffix what stands behind it
 */
record IncludeAffix(String prefix, String suffix) {
    /** No text at all: documents hold whole ids. */
    static final IncludeAffix NONE = new IncludeAffix("", "");

    int length() {
        return prefix.length() + suffix.length();
    }

    /** Hands on the whole id and {@code text} itself, which may be one as well: RavenDB looks for both. */
    void complete(String text, Consumer<String> found) {
        if (length() > 0) {
            found.accept(prefix + text + suffix);
        }
        found.accept(text);
    }
}
