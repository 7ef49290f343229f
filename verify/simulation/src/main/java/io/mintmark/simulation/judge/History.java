package io.mintmark.simulation.judge;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * What clients did and saw, as a judge of promises wants to hear it. A scope is a {@link Scope}; a client is told by
 * its number.
 */
public interface History {
    /** A client issued {@code low} to {@code high} of a counter. */
    void issued(long counter, long low, long high, int client);

    /** A client is about to ask for a number of an identity; returns what {@link #answered} wants to know again. */
    long asked(long identity);

    /**
     * A request for a number of an identity was answered.
     *
     * @param request tells repetitions of one request, or 0 if it cannot be repeated
     * @param memory how often the store had lost its memory when the request arrived
     * @param floor what {@link #asked} returned when it was sent the first time
     */
    void answered(long identity, long request, int memory, long floor, long number, int client);

    /** A document was acknowledged that the client had not named; its id must be new. */
    void named(long database, String id, int client);

    /** A document was acknowledged, so it must be found from now on. */
    void stored(long database, String id);

    /** A document was read. */
    void read(long database, String id, boolean found, int client);

    /** The store was put back: documents that it lacks are not missed. */
    void putBack(long database, Predicate<String> isThere);

    /** A name was dropped: nothing of its documents is missed. */
    void dropped(long database);

    /** Asks for every document that must be there. */
    void readAll(long database, Predicate<String> isThere);

    /** Returns the first promise that was broken, if one was. */
    Optional<String> violation();

    /** Returns how many numbers were issued. */
    long numbers();
}
