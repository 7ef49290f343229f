package io.mintmark.lab.broken.spring;

/** Breaks, by this field, a rule that names it. */
public final class SpringUsesTestkit {
    final io.mintmark.lab.broken.testkit.Kit forbidden = new io.mintmark.lab.broken.testkit.Kit();
}
