package io.mintmark.storage.evaluation;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an engine keeps for {@link FormerLives}: for each name of deleted databases one number, the order in which names
 * were deleted, and the ends of some counters. Used within one transaction; an {@link EngineException} carries the
 * engine's own.
 */
public interface FormerRows {
    /** Returns the number of a name, if it is listed. */
    OptionalLong endOf(String name);

    /** Returns the end of a counter of that name, if it is listed. */
    OptionalLong endOf(String name, String counter);

    /** Lifts each counter listed under a name to {@code atLeast}. */
    void raiseCounters(String name, long atLeast);

    /** Lists counters under a name; one that is listed keeps the higher end. */
    void putCounters(String name, Map<String, Long> ends);

    /** Lists a name as the one deleted last; one that is listed keeps the higher number. */
    void putName(String name, long end);

    /** Returns how many counters are listed under a name. */
    long counters(String name);

    /** Returns how many counters are listed under all names. */
    long counters();

    /** Returns how many names are listed. */
    long names();

    /** Returns the name deleted longest ago that has counters listed. */
    Optional<String> oldestWithCounters();

    /** Returns the name deleted longest ago, the empty one left out. */
    Optional<String> oldest();

    /**
     * Replaces the {@code count} lowest counters of a name by its number, which becomes at least the highest of them.
     */
    void foldLowest(String name, long count);

    /** Forgets a name and its counters; returns the highest of all their numbers. */
    long forget(String name);
}
