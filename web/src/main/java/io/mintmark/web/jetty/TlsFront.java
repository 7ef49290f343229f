package io.mintmark.web.jetty;

import javax.net.ssl.SSLContext;

/**
 * How a front speaks TLS.
 *
 * @param context shows the server's certificate and judges those of clients
 * @param asksClients whether clients are asked for a certificate, which they need not have
 */
public record TlsFront(SSLContext context, boolean asksClients) {}
