package io.mintmark.web.access.principal;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How much a principal may do in one database; each level includes those before it. */
public enum DatabaseAccess {
    /** Reads documents, lists and statistics. */
    READ("read-only", "Read"),
    /** Stores, deletes, reserves and returns, too. */
    READ_WRITE("read-write", "ReadWrite"),
    /** Sets what the database's clients are told, too. */
    ADMIN("admin", "Admin");

    private final String word;
    private final String wireName;

    DatabaseAccess(String word, String wireName) {
        this.word = word;
        this.wireName = wireName;
    }

    /** Returns the word that people write. */
    public String word() {
        return word;
    }

    /** Returns the name that RavenDB's clients show. */
    public String wireName() {
        return wireName;
    }

    boolean includes(DatabaseAccess other) {
        return compareTo(other) >= 0;
    }

    /** Returns the level that a word or a wire name means, without regard to case. */
    public static Optional<DatabaseAccess> of(String text) {
        return Arrays.stream(values())
                .filter(level -> level.word.equalsIgnoreCase(text) || level.wireName.equalsIgnoreCase(text))
                .findFirst();
    }

    /** Returns all words, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(DatabaseAccess::word).collect(Collectors.joining(", "));
    }
}
