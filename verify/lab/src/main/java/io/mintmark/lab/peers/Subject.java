package io.mintmark.lab.peers;

/** A client, in the few words that both have in common; safe for any number of threads. */
interface Subject extends AutoCloseable {
    /** Makes an id of the collection {@code Items}, refills included. */
    String nextId();

    /** Stores so many new documents in one session, and waits until they are stored. */
    void save(int documents);

    /** Stores so many new documents by one bulk insert, and waits until they are stored. */
    void bulkInsert(int documents);

    @Override
    void close();
}
