package io.mintmark.storage.contract;

import org.junit.jupiter.api.Assumptions;

/** What an engine declares that it cannot do: the test that needs it is skipped, and says so. Stateless. */
final class Declared {
    private Declared() {}

    /** Skips the test of the contract that called, unless the engine is able. */
    static void require(boolean able, Object engine, String what) {
        if (!able) {
            String test = StackWalker.getInstance()
                    .walk(frames -> frames.map(StackWalker.StackFrame::getMethodName)
                            .filter(method -> method.startsWith("should"))
                            .findFirst()
                            .orElse("a preparation"));
            String reason = engine.getClass().getSimpleName() + ": " + test
                    + " is skipped, since the engine declares that it has no " + what;
            System.out.println(reason);
            Assumptions.abort(reason);
        }
    }
}
