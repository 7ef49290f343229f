package io.mintmark.rules.broken.counter;

/** Breaks, by this field, a rule that names it. */
public final class CounterUsesRange {
    final io.mintmark.rules.broken.range.Generator forbidden = new io.mintmark.rules.broken.range.Generator();
}
