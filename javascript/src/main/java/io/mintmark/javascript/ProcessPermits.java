package io.mintmark.javascript;

/**
 * Says when a program may use one of the engine's processes, and which one: whoever owns several programs decides whose
 * turn it is. Implementations are thread-safe.
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

        /** Learns that a process is being started for the program. */
        default void starting() {}

        /**
         * Learns that the program was slow: it had to be stopped, or took more than a second of processor time. How
         * long that lasted says nothing, where others keep the machine busy.
         */
        default void slow() {}

        @Override
        void close();
    }
}
