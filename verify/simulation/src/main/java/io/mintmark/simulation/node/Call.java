package io.mintmark.simulation.node;

import io.mintmark.counter.LeaseToken;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks a node for; immutable.
 *
 * @param kind what it is about
 * @param name the database
 * @param thing which counter or identity of it
 * @param lastMax the highest number that the client ever had; of a return the last number issued; of a creation 1 if
 *     it is sent once
 * @param size the size of its last range; of a return the end of the range; of a creation what tells its content
 * @param lastRangeAt when that range was reserved, or null
 * @param token the lease's token, or null
 * @param id the id of a document, or of the request, or what ids begin with, or null
 * @param version the version that a document must have, or where a page begins, or null
 * @param scope of documents, the scope in which it was sent: a connection outlives neither a database nor a store
 */
public record Call(
        Kind kind,
        int name,
        int thing,
        long lastMax,
        long size,
        @Nullable Instant lastRangeAt,
        @Nullable LeaseToken token,
        @Nullable String id,
        @Nullable String version,
        long scope) {

    /** Creates one that is not about documents. */
    public Call(
            Kind kind,
            int name,
            int thing,
            long lastMax,
            long size,
            @Nullable Instant lastRangeAt,
            @Nullable LeaseToken token,
            @Nullable String id) {
        this(kind, name, thing, lastMax, size, lastRangeAt, token, id, null, 0);
    }

    /** Returns one about documents. */
    public static Call ofDocuments(Kind kind, int name, @Nullable String id, @Nullable String version, long scope) {
        return new Call(kind, name, 0, 0, 0, null, null, id, version, scope);
    }

    /**
     * Returns one of a document whose id is its client's, or the node's if it is null.
     *
     * @param once whether nothing on the way may send it again
     */
    public static Call ofCreation(int name, @Nullable String id, long content, boolean once, long scope) {
        return new Call(Kind.CREATE, name, 0, once ? 1 : 0, content, null, null, id, null, scope);
    }

    /** Returns whether what is between client and node may send it again. */
    public boolean isRepeatable() {
        return kind != Kind.UPDATE && kind != Kind.DELETE && !(kind == Kind.CREATE && lastMax == 1);
    }

    /** What a call can be about. */
    public enum Kind {
        /** The next range of a counter. */
        RANGE,
        /** The unused tail of a range. */
        RETURN,
        /** The next number of an identity. */
        IDENTITY,
        /** A new document, whose id the node makes. */
        PUT,
        /** A document that the client named. */
        STORE,
        /** A document under an id that nobody else makes, whose content no other one has. */
        CREATE,
        /** A document that must have some version, or be absent. */
        UPDATE,
        /** The end of a document that must have some version. */
        DELETE,
        /** The version of a document. */
        READ,
        /** A page of documents. */
        LIST,
        /** A page of changes. */
        CHANGES,
        /** The life of a database. */
        LIFE
    }
}
