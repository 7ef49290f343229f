package io.mintmark.rules.broken.document;

/** Breaks, by this field, a rule that names it. */
public final class UsesRange {
    final io.mintmark.rules.broken.range.RangeUsesDocument forbidden =
            new io.mintmark.rules.broken.range.RangeUsesDocument();
}
