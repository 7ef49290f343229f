package io.mintmark.lab.instrument;

import java.nio.charset.StandardCharsets;

/** The document that is saved and read in every load: about 250 bytes of JSON, like a small record of a user. */
public final class DocumentText {
    /** The metadata that a client puts into a document of its collection. */
    public static final String METADATA = "{\"@collection\":\"Users\"}";

    private static final String BEFORE =
            "{\"Name\":\"Ada Lovelace\",\"Street\":\"12 St James's Square\",\"City\":\"London\",\"PostalCode\":\"SW1Y 4JH\","
                    + "\"Country\":\"United Kingdom\",\"Phone\":\"+44 20 7946 0018\",\"Number\":";
    private static final String AFTER = ",\"Active\":true,\"Tags\":[\"mathematics\",\"engines\"]";

    private static final byte[] BEFORE_BYTES = BEFORE.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER_BYTES =
            (AFTER + ",\"@metadata\":" + METADATA + "}").getBytes(StandardCharsets.US_ASCII);

    private DocumentText() {}

    /** Appends a document with its metadata. */
    static void write(long number, RequestBuffer out) {
        out.bytes(BEFORE_BYTES).number(number).bytes(AFTER_BYTES);
    }

    /** Returns the same without its metadata. */
    public static String body(long number) {
        return BEFORE + number + AFTER + "}";
    }

    /** Returns the document's id as a client on node A makes it. */
    public static String id(long number) {
        return "users/" + number + "-A";
    }
}
