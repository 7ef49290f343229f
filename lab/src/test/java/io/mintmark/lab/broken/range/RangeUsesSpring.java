package io.mintmark.lab.broken.range;

/** Breaks, by this field, a rule that names it. */
public final class RangeUsesSpring {
    final io.mintmark.lab.broken.spring.SpringUsesTestkit forbidden =
            new io.mintmark.lab.broken.spring.SpringUsesTestkit();
}
