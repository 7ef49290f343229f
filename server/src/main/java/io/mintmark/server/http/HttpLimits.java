package io.mintmark.server.http;

/**
 * How large a request may be before anybody asks what it means.
 *
 * @param lineBytesMax most bytes of method, path and query together; more is answered 414
 * @param headerBytesMax most bytes of all header fields together; more is answered 431
 * @param bodyBytesMax largest body, in bytes, as it comes and after decompression; larger is answered 413
 */
public record HttpLimits(int lineBytesMax, int headerBytesMax, int bodyBytesMax) {

    /** The limits of a server nobody configured: 8 KiB, 32 KiB, 64 MiB. */
    public static final HttpLimits DEFAULT = new HttpLimits(8 << 10, 32 << 10, 64 << 20);
}
