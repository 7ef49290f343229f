package io.mintmark.lab.broken.internal;

/** Breaks, by this field, a rule that names it. */
public final class ToolUsesRange {
    final io.mintmark.lab.broken.range.Generator forbidden = new io.mintmark.lab.broken.range.Generator();
}
