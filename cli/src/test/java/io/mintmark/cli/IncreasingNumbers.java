package io.mintmark.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Judges whether numbers increase in real time: a call that began after another one had ended must have a larger number.
 * Calls that overlap may have theirs in either order. It takes n log n steps.
 */
final class IncreasingNumbers {
    private final Map<String, Queue<Drawn>> drawn = new ConcurrentHashMap<>();

    private record Drawn(long begun, long ended, long number) {}

    /** Records what a call got; the times are of one clock for all callers. */
    void drew(String name, long begun, long ended, long number) {
        drawn.computeIfAbsent(name, any -> new ConcurrentLinkedQueue<>()).add(new Drawn(begun, ended, number));
    }

    /** Returns how many calls there were. */
    long count() {
        return drawn.values().stream().mapToLong(Queue::size).sum();
    }

    /** Returns the calls whose number is not above one that had been given before they began; no others may record meanwhile. */
    List<String> outOfOrder() {
        List<String> wrong = new ArrayList<>();
        new TreeMap<>(drawn).forEach((name, numbers) -> judge(name, List.copyOf(numbers), wrong));
        return wrong;
    }

    private static void judge(String name, List<Drawn> numbers, List<String> wrong) {
        List<Drawn> byEnd = new ArrayList<>(numbers);
        byEnd.sort(Comparator.comparingLong(Drawn::ended));
        List<Drawn> byBegin = new ArrayList<>(numbers);
        byBegin.sort(Comparator.comparingLong(Drawn::begun));
        long highest = Long.MIN_VALUE;
        int ended = 0;
        for (Drawn call : byBegin) {
            while (ended < byEnd.size() && byEnd.get(ended).ended() < call.begun()) {
                highest = Math.max(highest, byEnd.get(ended).number());
                ended++;
            }
            if (call.number() <= highest) {
                wrong.add(name + " gave " + call.number() + " after " + highest + " had been given");
            }
        }
    }
}
