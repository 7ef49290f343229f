package io.mintmark.storage.evaluation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An engine's memory of deleted databases: how far each counter had come, so that a late return of theirs, without a
 * token, rewinds no database that bears the name later. Names and counters are given by their key forms.
 *
 * <p><b>Bounded.</b> Listed are {@value FormerEnds#LISTED_MAX} counters a name, {@value #COUNTERS_MAX} in all, and
 * {@value #NAMES_MAX} names. Beyond that what is remembered gets coarser, never wrong: the lowest counters of a name,
 * then all counters of the names deleted longest ago, then those names themselves are replaced by one number each,
 * which is the highest of them. A number too high costs gaps: a successor takes no return without a token until its
 * counter has passed it.
 *
 * <p>An engine keeps it within one transaction; an {@link EngineException} carries its own.
 */
public abstract class FormerLives {
    /** Most counters that are listed in all. */
    public static final int COUNTERS_MAX = 100_000;

    /** Most names that are listed. */
    public static final int NAMES_MAX = 10_000;

    /** Stands for all names that are not listed: no database has an empty name. */
    private static final String ALL_OTHERS = "";

    /** Returns whether anything is remembered that concerns a database of that name. */
    public boolean knows(String name) {
        return ofName(name).isPresent();
    }

    /** Returns at least the highest end that a counter of deleted databases of that name ever had. */
    public long highestEnd(String name, String counter) {
        OptionalLong listed = endOf(name, counter);
        return listed.isPresent() ? listed.getAsLong() : ofName(name).orElse(0);
    }

    /** Returns the number that stands for the counters of a name that are not listed; empty if nothing concerns it. */
    public OptionalLong ofName(String name) {
        OptionalLong own = endOf(name);
        return own.isPresent() ? own : endOf(ALL_OTHERS);
    }

    /** Remembers a database that is being deleted, together with all of its name before it. */
    public void remember(String name, FormerEnds ends) {
        long before = ofName(name).orElse(0);
        // What an earlier life has listed may have come as far, in this one, as what this one does not list.
        raiseCounters(name, ends.others());
        Map<String, Long> listed = new LinkedHashMap<>();
        ends.listed().forEach((counter, end) -> listed.put(counter, Math.max(before, end)));
        putCounters(name, listed);
        putName(name, Math.max(before, ends.others()));
        coarsen(name);
    }

    private void coarsen(String name) {
        long surplus = counters(name) - FormerEnds.LISTED_MAX;
        if (surplus > 0) {
            foldLowest(name, surplus);
        }
        while (counters() > COUNTERS_MAX && foldOldest()) {}
        while (names() > NAMES_MAX) {
            forgetOldest();
        }
    }

    /** Replaces the counters of the name deleted longest ago by one number; returns whether there was one. */
    private boolean foldOldest() {
        Optional<String> oldest = oldestWithCounters();
        if (oldest.isPresent()) {
            foldLowest(oldest.get(), Long.MAX_VALUE);
        }
        return oldest.isPresent();
    }

    private void forgetOldest() {
        Optional<String> oldest = oldest();
        if (oldest.isPresent()) {
            putName(ALL_OTHERS, forget(oldest.get()));
        }
    }

    /** Returns the number of a name, if it is listed. */
    protected abstract OptionalLong endOf(String name);

    /** Returns the end of a counter of that name, if it is listed. */
    protected abstract OptionalLong endOf(String name, String counter);

    /** Lifts each counter listed under a name to {@code atLeast}. */
    protected abstract void raiseCounters(String name, long atLeast);

    /** Lists counters under a name; one that is listed keeps the higher end. */
    protected abstract void putCounters(String name, Map<String, Long> ends);

    /** Lists a name as the one deleted last; one that is listed keeps the higher number. */
    protected abstract void putName(String name, long end);

    /** Returns how many counters are listed under a name. */
    protected abstract long counters(String name);

    /** Returns how many counters are listed under all names. */
    protected abstract long counters();

    /** Returns how many names are listed. */
    protected abstract long names();

    /** Returns the name deleted longest ago that has counters listed. */
    protected abstract Optional<String> oldestWithCounters();

    /** Returns the name deleted longest ago, the empty one left out. */
    protected abstract Optional<String> oldest();

    /**
     * Replaces the {@code count} lowest counters of a name by its number, which becomes at least the highest of them.
     */
    protected abstract void foldLowest(String name, long count);

    /** Forgets a name and its counters; returns the highest of all their numbers. */
    protected abstract long forget(String name);
}
