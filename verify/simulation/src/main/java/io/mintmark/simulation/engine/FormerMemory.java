package io.mintmark.simulation.engine;

import io.mintmark.storage.evaluation.FormerLives;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What an engine keeps of deleted databases, in memory. */
final class FormerMemory extends FormerLives {
    /** The name deleted longest ago first. */
    private final Map<String, Long> names = new LinkedHashMap<>();

    private final Map<String, Map<String, Long>> counters = new LinkedHashMap<>();

    FormerMemory copy() {
        FormerMemory copy = new FormerMemory();
        copy.names.putAll(names);
        counters.forEach((name, ends) -> copy.counters.put(name, new HashMap<>(ends)));
        return copy;
    }

    @Override
    protected OptionalLong endOf(String name) {
        Long end = names.get(name);
        return end == null ? OptionalLong.empty() : OptionalLong.of(end);
    }

    @Override
    protected OptionalLong endOf(String name, String counter) {
        Long end = of(name).get(counter);
        return end == null ? OptionalLong.empty() : OptionalLong.of(end);
    }

    private Map<String, Long> of(String name) {
        return counters.getOrDefault(name, Map.of());
    }

    @Override
    protected void raiseCounters(String name, long atLeast) {
        counters.getOrDefault(name, new HashMap<>()).replaceAll((key, end) -> Math.max(end, atLeast));
    }

    @Override
    protected void putCounters(String name, Map<String, Long> ends) {
        Map<String, Long> listed = counters.computeIfAbsent(name, any -> new HashMap<>());
        ends.forEach((key, end) -> listed.merge(key, end, Math::max));
    }

    @Override
    protected void putName(String name, long end) {
        long before = endOf(name).orElse(0);
        names.remove(name);
        names.put(name, Math.max(before, end));
    }

    @Override
    protected long counters(String name) {
        return of(name).size();
    }

    @Override
    protected long counters() {
        return counters.values().stream().mapToLong(Map::size).sum();
    }

    @Override
    protected long names() {
        return names.size();
    }

    @Override
    protected Optional<String> oldestWithCounters() {
        return names.keySet().stream().filter(name -> counters(name) > 0).findFirst();
    }

    @Override
    protected Optional<String> oldest() {
        return names.keySet().stream().filter(name -> !name.isEmpty()).findFirst();
    }

    @Override
    protected void foldLowest(String name, long count) {
        List<Map.Entry<String, Long>> lowest = of(name).entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .limit(count)
                .toList();
        for (Map.Entry<String, Long> one : lowest) {
            long ignored = names.merge(name, one.getValue(), Math::max);
            of(name).remove(one.getKey());
        }
    }

    @Override
    protected long forget(String name) {
        long highest = Math.max(
                endOf(name).orElse(0),
                of(name).values().stream().mapToLong(Long::longValue).max().orElse(0));
        names.remove(name);
        counters.remove(name);
        return highest;
    }
}
