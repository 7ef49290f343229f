package io.mintmark.storage.document;

import org.jspecify.annotations.Nullable;

/** What a writer believes of the document it is about to change; the write is refused if it is wrong. */
public sealed interface Expectation {

    /** Whatever is there may be replaced. */
    record Anything() implements Expectation {}

    /** No document may bear the id. */
    record Absent() implements Expectation {}

    /**
     * The document must be there, unchanged since it was read.
     *
     * @param changeVector the version that was read
     */
    record Version(String changeVector) implements Expectation {}

    /** The expectation of a writer to whom any state is right. */
    Expectation ANYTHING = new Anything();

    /** The expectation of a writer whose document must be new. */
    Expectation ABSENT = new Absent();

    /** Reads the wire's form: null for anything, empty for absent, else a change vector. */
    static Expectation parse(@Nullable String changeVector) {
        if (changeVector == null) {
            return ANYTHING;
        }
        return changeVector.isEmpty() ? ABSENT : new Version(changeVector);
    }

    /** Returns whether a document in the state {@code actual} (null: there is none) meets this expectation. */
    default boolean isMetBy(@Nullable String actual) {
        if (this instanceof Version version) {
            return version.changeVector().equals(actual);
        }
        return this instanceof Anything || actual == null;
    }
}
