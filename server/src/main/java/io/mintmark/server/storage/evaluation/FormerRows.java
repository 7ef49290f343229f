package io.mintmark.server.storage.evaluation;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an engine keeps for {@link FormerLives}: for each name of deleted databases one number, the order in which names were
 * deleted, and the ends of some counters. Used within one transaction.
 *
 * @param <X> the engine's own exception
 */
public interface FormerRows<X extends Exception> {
    /** Returns the number of a name, if it is listed. */
    OptionalLong endOf(String name) throws X;

    /** Returns the end of a counter of that name, if it is listed. */
    OptionalLong endOf(String name, String counter) throws X;

    /** Lifts each counter listed under a name to {@code atLeast}. */
    void raiseCounters(String name, long atLeast) throws X;

    /** Lists counters under a name; one that is listed keeps the higher end. */
    void putCounters(String name, Map<String, Long> ends) throws X;

    /** Lists a name as the one deleted last; one that is listed keeps the higher number. */
    void putName(String name, long end) throws X;

    /** Returns how many counters are listed under a name. */
    long counters(String name) throws X;

    /** Returns how many counters are listed under all names. */
    long counters() throws X;

    /** Returns how many names are listed. */
    long names() throws X;

    /** Returns the name deleted longest ago that has counters listed. */
    Optional<String> oldestWithCounters() throws X;

    /** Returns the name deleted longest ago, the empty one left out. */
    Optional<String> oldest() throws X;

    /** Replaces the {@code count} lowest counters of a name by its number, which becomes at least the highest of them. */
    void foldLowest(String name, long count) throws X;

    /** Forgets a name and its counters; returns the highest of all their numbers. */
    long forget(String name) throws X;
}
