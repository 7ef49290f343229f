package io.mintmark.javascript;

import java.util.List;

/** What one document or group came to. */
public sealed interface Outcome {
    /**
     * It was evaluated.
     *
     * @param texts of a document, keys and values of its entries by turns; of a group, its result; all in JSON
     */
    record Done(List<String> texts) implements Outcome {}

    /**
     * It could not be evaluated; others were.
     *
     * @param message why
     */
    record Failed(String message) implements Outcome {}

    /** Returns how many characters it has. */
    default long length() {
        return this instanceof Done done
                ? done.texts().stream().mapToLong(String::length).sum()
                : ((Failed) this).message().length();
    }
}
