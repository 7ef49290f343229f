package io.mintmark.lab.hostile;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How many replies of which kind strangers got, and how the first of each began; safe for many threads. */
public final class Tally {
    private static final Pattern TYPE = Pattern.compile("\"Type\":\"(?:System\\.)?([\\w.]+)\"");
    private static final int SAMPLE_CHARS = 300;

    /** Replies of one kind. */
    public record Count(long replies, String sample) {}

    private final Map<String, Count> counts = new TreeMap<>();

    /** Counts a reply: its status or what came in its place, and the error that its body names, if it does. */
    public synchronized void add(String status, String body) {
        Matcher type = TYPE.matcher(body);
        String kind = type.find() ? status + " " + type.group(1) : status;
        Count before = counts.get(kind);
        counts.put(kind, before == null ? new Count(1, brief(body)) : new Count(before.replies + 1, before.sample));
    }

    private static String brief(String body) {
        String line = body.replaceAll("[\\p{Cntrl}|]+", " ");
        return line.length() <= SAMPLE_CHARS ? line : line.substring(0, SAMPLE_CHARS);
    }

    public synchronized Map<String, Count> counts() {
        return Map.copyOf(counts);
    }

    /** Returns a line for each kind, which {@link #read} understands. */
    public synchronized String lines() {
        return counts.entrySet().stream()
                .map(each -> each.getKey() + "\t" + each.getValue().replies + "\t" + each.getValue().sample + "\n")
                .collect(Collectors.joining());
    }

    /** Adds what another process counted. */
    public synchronized void read(String line) {
        String[] cells = line.split("\t", 3);
        if (cells.length == 3) {
            counts.put(cells[0], new Count(Long.parseLong(cells[1]), cells[2]));
        }
    }

    public synchronized long total() {
        return counts.values().stream().mapToLong(Count::replies).sum();
    }

    /** Returns whether something was answered, and nothing but refusals. */
    public synchronized boolean isAllRefused() {
        return total() > 0 && counts.keySet().stream().allMatch(kind -> kind.matches("[45]\\d\\d( .*)?"));
    }

    @Override
    public synchronized String toString() {
        return counts.entrySet().stream()
                .map(each -> each.getKey() + " × " + each.getValue().replies)
                .collect(Collectors.joining(", "));
    }
}
