package io.mintmark.indexes.definition;

import io.mintmark.internal.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What an index may be called, and what such a name means. */
public final class IndexNames {
    private static final int BYTES_MAX = 256;

    /** RavenDB calls so what is to replace another index. */
    public static final String REPLACEMENT = "ReplacementOf/";

    private IndexNames() {}

    /** Returns which index is replaced by the one that {@code name} means, if it means one that replaces another. */
    public static Optional<String> replacedBy(String name) {
        return name.regionMatches(true, 0, REPLACEMENT, 0, REPLACEMENT.length())
                ? Optional.of(name.substring(REPLACEMENT.length()))
                : Optional.empty();
    }

    static String require(String name) {
        if (name.isBlank()) {
            throw new InvalidIndexException("An index must have a Name, but it is missing or blank: give it one.");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX
                || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new InvalidIndexException("The name '" + Printable.brief(name) + "' of an index has more than "
                    + BYTES_MAX + " bytes or control characters: choose a shorter one without them.");
        }
        if (replacedBy(name).isPresent() || name.contains("//")) {
            throw new InvalidIndexException("The name '" + Printable.brief(name) + "' of an index begins with "
                    + REPLACEMENT + " or has two slashes in a row, which is reserved: choose another one.");
        }
        return name;
    }
}
