package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseAThreadLocal {
    private final ThreadLocal<String> forbidden = new ThreadLocal<>();
}
