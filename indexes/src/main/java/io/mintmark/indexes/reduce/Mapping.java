package io.mintmark.indexes.reduce;

import java.util.List;

/** The first half of an index: what documents contribute. A function of each document alone. */
public interface Mapping {
    /** What one document came to. */
    sealed interface Mapped {
        /** Its contributions, in an order that is the same each time. */
        record Entries(List<MapEntry> entries) implements Mapped {}

        /** It could not be evaluated, and contributes nothing. */
        record Failed(String message) implements Mapped {}
    }

    /** Returns whether documents of a collection are mapped, by the key form of its name. */
    boolean reads(String collectionKey);

    /** Returns what each document comes to, in their order. */
    List<Mapped> map(List<SourceDocument> documents);
}
