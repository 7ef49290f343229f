package io.mintmark.lab.broken.counter;

/** Breaks, by this field, a rule that names it. */
public final class CounterUsesRange {
    final io.mintmark.lab.broken.range.Generator forbidden = new io.mintmark.lab.broken.range.Generator();
}
