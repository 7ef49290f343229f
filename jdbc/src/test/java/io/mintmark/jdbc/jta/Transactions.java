package io.mintmark.jdbc.jta;

/** The transactions of the calling thread, whoever manages them. */
interface Transactions {

    /** Begins one that times out after so many seconds. */
    void begin(int seconds) throws Exception;

    void commit() throws Exception;

    /** Rolls back, also what has timed out. */
    void rollback() throws Exception;

    /** Takes the running one off the thread. */
    Object suspend() throws Exception;

    void resume(Object suspended) throws Exception;

    /** Returns whether the running one can still commit. */
    boolean isActive() throws Exception;
}
