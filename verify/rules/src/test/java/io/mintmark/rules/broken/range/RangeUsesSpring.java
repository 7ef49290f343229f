package io.mintmark.rules.broken.range;

/** Breaks, by this field, a rule that names it. */
public final class RangeUsesSpring {
    final io.mintmark.rules.broken.spring.SpringUsesTestkit forbidden =
            new io.mintmark.rules.broken.spring.SpringUsesTestkit();
}
