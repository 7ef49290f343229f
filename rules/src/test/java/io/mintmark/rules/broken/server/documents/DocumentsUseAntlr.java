package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseAntlr {
    org.antlr.v4.runtime.@org.jspecify.annotations.Nullable Parser forbidden;
}
