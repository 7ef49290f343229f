package io.mintmark.server;

import io.mintmark.server.jetty.HttpLimits;

/**
 * Bounds the size of one request. Every input has a limit, and exceeding it costs bounded memory and time (promise
 * G11).
 *
 * @param lineBytesMax longest request line (method, path and query), in bytes; longer is answered 414
 * @param headerBytesMax most bytes of all header fields together; more is answered 431
 * @param bodyBytesMax largest body after decompression, in bytes; larger is answered 413
 * @param documentBytesMax largest single document as JSON, in bytes
 * @param depthMax deepest nesting of JSON objects and arrays
 * @param collectionBytesMax longest collection name, in bytes of UTF-8
 * @param databaseNameCharsMax longest database name, in characters
 */
public record Limits(
        int lineBytesMax,
        int headerBytesMax,
        int bodyBytesMax,
        int documentBytesMax,
        int depthMax,
        int collectionBytesMax,
        int databaseNameCharsMax) {

    /** The limits of a server nobody configured. */
    public static final Limits DEFAULT = new Limits(8 << 10, 32 << 10, 64 << 20, 16 << 20, 128, 256, 128);

    /** Checks that every limit is positive; throws {@link IllegalArgumentException} naming the one that is not. */
    public Limits {
        requirePositive("lineBytesMax", lineBytesMax);
        requirePositive("headerBytesMax", headerBytesMax);
        requirePositive("bodyBytesMax", bodyBytesMax);
        requirePositive("documentBytesMax", documentBytesMax);
        requirePositive("depthMax", depthMax);
        requirePositive("collectionBytesMax", collectionBytesMax);
        requirePositive("databaseNameCharsMax", databaseNameCharsMax);
    }

    /** Returns the part that concerns requests as such. */
    HttpLimits http() {
        return new HttpLimits(lineBytesMax, headerBytesMax, bodyBytesMax);
    }

    private static void requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be > 0: " + name + "=" + value);
        }
    }
}
