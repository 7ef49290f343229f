package io.mintmark.javascript;

/**
 * Says when a program may use one of the engine's processes, and which one: whoever owns several programs decides whose turn it is.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface ProcessPermits {
    /**
     * Returns a permit, after waiting for it.
     *
     * @throws ScriptEngineException if it never comes
     */
    ProcessPermit acquire();

    /** The right to use one process, alone, until it is closed; used by one thread. */
    interface ProcessPermit extends AutoCloseable {
        /** Returns the number of the process, from 0. */
        int process();

        /** Learns that the process has to start first, which is not the program's slowness; {@link #started} follows. */
        default void starting() {}

        /** Learns that the process has started, or failed to. */
        default void started() {}

        @Override
        void close();
    }
}
