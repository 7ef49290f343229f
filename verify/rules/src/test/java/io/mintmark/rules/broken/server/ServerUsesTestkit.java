package io.mintmark.rules.broken.server;

/** Breaks, by this field, a rule that names it. */
public final class ServerUsesTestkit {
    final io.mintmark.rules.broken.testkit.Kit forbidden = new io.mintmark.rules.broken.testkit.Kit();
}
