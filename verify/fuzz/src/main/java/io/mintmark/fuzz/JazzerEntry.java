package io.mintmark.fuzz;

/** What Jazzer calls, by these names: once with the target's name, then with bytes, again and again. One thread. */
public final class JazzerEntry {
    private static FuzzTarget target = bytes -> {
        throw new IllegalStateException("fuzzerInitialize is called first");
    };

    private JazzerEntry() {}

    /** Takes the name of a target. */
    public static void fuzzerInitialize(String... arguments) {
        target = Targets.of(arguments[0]);
    }

    /** Runs the target. */
    public static void fuzzerTestOneInput(byte[] bytes) throws Exception {
        Bounds.USUAL.run(target, bytes);
    }
}
