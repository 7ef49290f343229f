package io.mintmark.lab.broken.server;

/** Breaks, by this field, a rule that names it. */
public final class ServerUsesTestkit {
    final io.mintmark.lab.broken.testkit.Kit forbidden = new io.mintmark.lab.broken.testkit.Kit();
}
