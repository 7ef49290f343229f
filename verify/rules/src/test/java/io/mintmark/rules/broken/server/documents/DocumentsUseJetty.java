package io.mintmark.rules.broken.server.documents;

/** Breaks: Jetty types only in server.jetty. */
final class DocumentsUseJetty {
    org.eclipse.jetty.server.Request forbidden;
}
