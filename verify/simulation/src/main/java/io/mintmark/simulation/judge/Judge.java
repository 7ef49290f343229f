package io.mintmark.simulation.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges what clients did and saw, while they do: no number of a counter twice in a life of its name, numbers of an
 * identity in the order of time, one answer a request, no id made twice. A scope is a {@link Scope}; a client is told
 * by its number. Used by one thread.
 */
public final class Judge {
    private final Map<Long, Intervals> counters = new HashMap<>();
    private final Map<Long, Intervals> identities = new HashMap<>();
    private final Map<Long, Long> highest = new HashMap<>();
    /** By what a request was, and in which memory of the store. */
    private final Map<Asked, Long> answers = new HashMap<>();
    /** By what a request was, and its numbers. */
    private final Set<Asked> answered = new HashSet<>();

    private final Map<Long, Set<String>> made = new HashMap<>();
    private @Nullable String violation;
    private long numbers;
    private long waits;

    private record Asked(long identity, long request, long which) {}

    /** A promise was broken; the first one counts. */
    void broken(String promise) {
        if (violation == null) {
            violation = promise;
        }
    }

    /** A node failed where nothing was wrong but its code. */
    public void failed(RuntimeException fault) {
        broken("a node failed of itself: " + fault);
    }

    /** A client issued {@code low} to {@code high} of a counter. */
    public void issued(long counter, long low, long high, int client) {
        numbers += high - low + 1;
        Intervals taken = counters.computeIfAbsent(counter, any -> new Intervals());
        long twice = taken.add(low, high, client);
        if (twice >= 0) {
            broken("number " + twice + " of counter " + Scope.thing(counter) + " (life " + Scope.era(counter)
                    + ") was issued twice: by client " + taken.ownerOf(twice) + ", and by client " + client);
        }
    }

    /** A client got a range that it had waited for. */
    public void waited() {
        waits++;
    }

    /** Returns how often clients waited for ranges. */
    public long waits() {
        return waits;
    }

    /** A client is about to ask for a number of an identity; returns what {@link #answered} wants to know again. */
    public long asked(long identity) {
        return highest.getOrDefault(identity, 0L);
    }

    /**
     * A request for a number of an identity was answered.
     *
     * @param request tells repetitions of one request, or 0 if it cannot be repeated
     * @param memory how often the store had lost its memory when the request arrived
     * @param floor what {@link #asked} returned when it was sent the first time
     */
    public void answered(long identity, long request, int memory, long floor, long number, int client) {
        if (request != 0 && !isNews(identity, request, memory, number, client)) {
            return;
        }
        numbers++;
        Intervals taken = identities.computeIfAbsent(identity, any -> new Intervals());
        if (taken.add(number, number, client) >= 0) {
            broken("number " + number + " of identity " + Scope.thing(identity) + " was given twice: to client "
                    + taken.ownerOf(number) + ", and to client " + client);
        } else if (number <= floor) {
            broken("number " + number + " of identity " + Scope.thing(identity) + " was given to client " + client
                    + ", which had asked after " + floor + " was known");
        }
        long ignored = highest.merge(identity, number, Math::max);
    }

    private boolean isNews(long identity, long request, int memory, long number, int client) {
        Long before = answers.putIfAbsent(new Asked(identity, request, memory), number);
        if (before != null && before != number) {
            broken("a request of client " + client + " to identity " + Scope.thing(identity) + " got " + before
                    + ", and when it was repeated " + number);
        }
        return before == null && answered.add(new Asked(identity, request, number));
    }

    /** A document was acknowledged that the client had not named; its id must be new. */
    public void named(long database, String id, int client) {
        if (!made.computeIfAbsent(database, any -> new HashSet<>()).add(id)) {
            broken("the id " + id + " was made twice, the second time for client " + client);
        }
    }

    /** Returns the first promise that was broken, if one was. */
    public Optional<String> violation() {
        return Optional.ofNullable(violation);
    }

    /** Returns how many numbers were issued. */
    public long numbers() {
        return numbers;
    }
}
