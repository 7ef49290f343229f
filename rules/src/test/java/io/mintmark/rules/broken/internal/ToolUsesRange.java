package io.mintmark.rules.broken.internal;

/** Breaks, by this field, a rule that names it. */
public final class ToolUsesRange {
    final io.mintmark.rules.broken.range.Generator forbidden = new io.mintmark.rules.broken.range.Generator();
}
