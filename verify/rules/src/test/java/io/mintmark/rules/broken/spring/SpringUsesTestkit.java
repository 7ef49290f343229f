package io.mintmark.rules.broken.spring;

/** Breaks, by this field, a rule that names it. */
public final class SpringUsesTestkit {
    final io.mintmark.rules.broken.testkit.Kit forbidden = new io.mintmark.rules.broken.testkit.Kit();
}
