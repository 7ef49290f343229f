package io.mintmark.rules.broken.range;

/** Breaks, by this field, a rule that names it. */
public final class RangeUsesDocument {
    final io.mintmark.rules.broken.document.UsesRange forbidden = new io.mintmark.rules.broken.document.UsesRange();
}
