package io.mintmark.storage.document;

import io.mintmark.support.Json;
import io.mintmark.support.JsonMembers;
import java.util.Arrays;

/**
 * What a client sent to be stored, cut in two without being re-written; immutable by agreement: nobody changes the
 * arrays.
 */
public final class DocumentContent {
    /** The collection of a document that names none. */
    public static final String NO_COLLECTION = "@empty";

    /** What is stored was measured when it came in. */
    private static final Json JSON = new Json(Integer.MAX_VALUE);

    /** To take an object apart takes many times its bytes, and the time of the thread that writes for everybody. */
    private static final int TAKEN_APART_BYTES_MAX = 256 << 10;

    private final String collection;
    private final byte[] body;
    private final byte[] metadata;

    /**
     * Creates content.
     *
     * @param collection the collection's name as the client spelt it
     * @param body the document as a JSON object in UTF-8, without its {@code @metadata}
     * @param metadata the members of {@code @metadata} that are the client's own, as a JSON object in UTF-8
     */
    public DocumentContent(String collection, byte[] body, byte[] metadata) {
        this.collection = collection;
        this.body = body;
        this.metadata = metadata;
    }

    /**
     * Returns whether both are the same to their reader: the same members with the same bytes, in whatever order they
     * came, in body and metadata; what is larger than 256 KiB must have them in the same order. Collections are not
     * compared here, since spellings of one name may differ.
     */
    public boolean isSameAs(DocumentContent other) {
        return isSame(body, other.body) && isSame(metadata, other.metadata);
    }

    private static boolean isSame(byte[] one, byte[] other) {
        if (one.length != other.length) {
            return false;
        }
        return Arrays.equals(one, other)
                || (one.length <= TAKEN_APART_BYTES_MAX && members(one).isSameAs(members(other)));
    }

    private static JsonMembers members(byte[] object) {
        return JsonMembers.scan(JSON, object, 0, object.length);
    }

    /** Returns the collection's name as the client spelt it. */
    public String collection() {
        return collection;
    }

    /** Returns the document as a JSON object in UTF-8, without its metadata; not to be changed. */
    public byte[] body() {
        return body;
    }

    /** Returns the client's own metadata as a JSON object in UTF-8; not to be changed. */
    public byte[] metadata() {
        return metadata;
    }
}
