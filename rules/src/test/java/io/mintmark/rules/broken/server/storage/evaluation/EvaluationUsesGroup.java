package io.mintmark.rules.broken.server.storage.evaluation;

/** Breaks: what a write comes to does not depend on how writes are grouped. */
public final class EvaluationUsesGroup {
    final io.mintmark.rules.broken.server.storage.group.Room forbidden =
            new io.mintmark.rules.broken.server.storage.group.Room();
}
