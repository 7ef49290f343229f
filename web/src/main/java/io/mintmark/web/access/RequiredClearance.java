package io.mintmark.web.access;

import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.DatabaseAccess;

/** The least clearance that a route asks for. */
enum RequiredClearance {
    /** Anybody, also without a credential. */
    NOTHING("none", "UnauthenticatedClients"),
    /** Any principal. */
    KNOWN("any principal", "ValidUser"),
    /** A principal that may read the database. */
    READ("read-only", "ValidUser, Read"),
    /** A principal that may write to the database. */
    WRITE("read-write", "ValidUser, ReadWrite"),
    /** A principal that administers the database. */
    ADMIN("admin", "DatabaseAdmin"),
    /** An operator. */
    OPERATOR("operator", "Operator");

    private final String words;
    private final String wireName;

    RequiredClearance(String words, String wireName) {
        this.words = words;
        this.wireName = wireName;
    }

    String words() {
        return words;
    }

    /** Returns what RavenDB calls it. */
    String wireName() {
        return wireName;
    }

    /** Returns whether {@code clearance} suffices, for {@code database} where the need is about one. */
    boolean isMetBy(Clearance clearance, String database) {
        return switch (this) {
            case NOTHING, KNOWN -> true;
            case READ -> clearance.allows(DatabaseAccess.READ, database);
            case WRITE -> clearance.allows(DatabaseAccess.READ_WRITE, database);
            case ADMIN -> clearance.allows(DatabaseAccess.ADMIN, database);
            case OPERATOR -> clearance.isOperator();
        };
    }

    boolean isAboutADatabase() {
        return this == READ || this == WRITE || this == ADMIN;
    }
}
