package io.mintmark.server.http;

/**
 * Where to listen, and how large a request may be.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 lets the system pick one
 * @param limits what a request may cost
 */
public record HttpSettings(String host, int port, HttpLimits limits) {}
