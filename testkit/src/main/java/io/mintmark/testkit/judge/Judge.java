package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.History;

/** Compares a history with a promise; immutable, and safe for use by several threads. */
@FunctionalInterface
public interface Judge {
    /** Returns what {@code history} shows; reads it once or more. */
    Verdict judge(History history);

    /** Returns a judge whose verdict is that of this one and {@code other} together. */
    default Judge and(Judge other) {
        return history -> judge(history).and(other.judge(history));
    }

    /** Returns all judges of this package, as they are without settings. */
    static Judge all() {
        return NumbersJudge.create()
                .and(IdentitiesJudge.create())
                .and(RequestsJudge.create())
                .and(DocumentsJudge.create())
                .and(ListsJudge.create());
    }
}
