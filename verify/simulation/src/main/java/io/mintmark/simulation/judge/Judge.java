package io.mintmark.simulation.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges a history: no number of a counter twice in a life of its name, numbers of an identity in the order of time,
 * one answer a request, no id made twice, no acknowledged document lost. Used by one thread.
 */
public final class Judge implements History {
    private final Map<Long, Intervals> counters = new HashMap<>();
    private final Map<Long, Intervals> identities = new HashMap<>();
    private final Map<Long, Long> highest = new HashMap<>();
    /** By what a request was, and in which memory of the store. */
    private final Map<Asked, Long> answers = new HashMap<>();
    /** By what a request was, and its numbers. */
    private final Set<Asked> answered = new HashSet<>();

    private final Map<Long, Set<String>> made = new HashMap<>();
    private final Map<Long, Set<String>> documents = new HashMap<>();
    private @Nullable String violation;
    private long numbers;

    private record Asked(long identity, long request, long which) {}

    private void broken(String promise) {
        if (violation == null) {
            violation = promise;
        }
    }

    @Override
    public void issued(long counter, long low, long high, int client) {
        numbers += high - low + 1;
        Intervals taken = counters.computeIfAbsent(counter, any -> new Intervals());
        long twice = taken.add(low, high, client);
        if (twice >= 0) {
            broken("number " + twice + " of counter " + Scope.thing(counter) + " (life " + Scope.era(counter)
                    + ") was issued twice: by client " + taken.ownerOf(twice) + ", and by client " + client);
        }
    }

    @Override
    public long asked(long identity) {
        return highest.getOrDefault(identity, 0L);
    }

    @Override
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

    @Override
    public void named(long database, String id, int client) {
        if (!made.computeIfAbsent(database, any -> new HashSet<>()).add(id)) {
            broken("the id " + id + " was made twice, the second time for client " + client);
        }
    }

    @Override
    public void stored(long database, String id) {
        boolean ignored = documents
                .computeIfAbsent(database, any -> new LinkedHashSet<>())
                .add(id);
    }

    @Override
    public void read(long database, String id, boolean found, int client) {
        if (!found && documents.getOrDefault(database, Set.of()).contains(id)) {
            broken("the document " + id + " was acknowledged, and client " + client + " did not find it");
        }
    }

    @Override
    public void putBack(long database, Predicate<String> isThere) {
        documents.getOrDefault(database, new HashSet<>()).removeIf(id -> !isThere.test(id));
    }

    @Override
    public void dropped(long database) {
        documents.remove(database);
        made.remove(database);
    }

    @Override
    public void readAll(long database, Predicate<String> isThere) {
        for (String id : documents.getOrDefault(database, Set.of())) {
            if (!isThere.test(id)) {
                broken("the document " + id + " was acknowledged, and is gone");
            }
        }
    }

    @Override
    public Optional<String> violation() {
        return Optional.ofNullable(violation);
    }

    @Override
    public long numbers() {
        return numbers;
    }
}
