package io.mintmark.lab.instrument;

/** Writes one request after the other. Called by one thread. */
@FunctionalInterface
public interface Requests {
    /**
     * Writes the next whole request of one connection.
     *
     * @param connection which connection it is for, from 0
     * @param out empty when called
     */
    void write(int connection, RequestBuffer out);
}
