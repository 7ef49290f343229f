package io.mintmark.lab.broken.server.documents;

/** Breaks: Jetty types only in server.http. */
final class DocumentsUseJetty {
    org.eclipse.jetty.server.Request forbidden;
}
