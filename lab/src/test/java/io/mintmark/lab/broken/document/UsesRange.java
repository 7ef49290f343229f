package io.mintmark.lab.broken.document;

/** Breaks, by this field, a rule that names it. */
public final class UsesRange {
    final io.mintmark.lab.broken.range.RangeUsesDocument forbidden =
            new io.mintmark.lab.broken.range.RangeUsesDocument();
}
