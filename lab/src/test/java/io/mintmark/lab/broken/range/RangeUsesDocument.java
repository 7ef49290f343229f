package io.mintmark.lab.broken.range;

/** Breaks, by this field, a rule that names it. */
public final class RangeUsesDocument {
    final io.mintmark.lab.broken.document.UsesRange forbidden = new io.mintmark.lab.broken.document.UsesRange();
}
