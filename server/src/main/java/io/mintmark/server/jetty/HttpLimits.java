package io.mintmark.server.jetty;

/**
 * Bounds the size of a request before anybody asks what it means.
 *
 * @param lineBytesMax most bytes of method, path and query together; more is answered 414
 * @param headerBytesMax most bytes of all header fields together; more is answered 431
 * @param bodyBytesMax largest body, in bytes, as it comes and after decompression; larger is answered 413
 */
public record HttpLimits(int lineBytesMax, int headerBytesMax, int bodyBytesMax) {}
