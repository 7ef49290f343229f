package io.mintmark.server.storage;

/**
 * What a client sent to be stored, cut in two without being re-written; immutable by agreement: nobody changes the
 * arrays.
 */
public final class DocumentContent {
    /** The collection of a document that names none. */
    public static final String NO_COLLECTION = "@empty";

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
