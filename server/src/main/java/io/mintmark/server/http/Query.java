package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parameters behind a request's question mark. Immutable. Names compare without case, as they do
 * in the server that RavenDB's clients were written for.
 */
public final class Query {
    static final Query NONE = new Query(Map.of());

    private final Map<String, List<String>> values;

    private Query(Map<String, List<String>> values) {
        this.values = values;
    }

    /** Reads what follows the question mark; empty pieces, as in {@code ?&id=1}, mean nothing. */
    static Query parse(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return NONE;
        }
        Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int start = 0;
        while (start < raw.length()) {
            int end = raw.indexOf('&', start);
            end = end < 0 ? raw.length() : end;
            if (end > start) {
                add(values, raw.substring(start, end));
            }
            start = end + 1;
        }
        return new Query(values);
    }

    private static void add(Map<String, List<String>> values, String piece) {
        int equals = piece.indexOf('=');
        String name = equals < 0 ? piece : piece.substring(0, equals);
        String value = equals < 0 ? "" : piece.substring(equals + 1);
        values.computeIfAbsent(PercentCode.query(name), any -> new ArrayList<>(1))
                .add(PercentCode.query(value));
    }

    /** Returns the first value of {@code name}, which may be empty text. */
    public Optional<String> first(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
    }

    /** Returns all values of {@code name} in the order sent. */
    public List<String> all(String name) {
        List<String> all = values.get(name);
        return all == null ? List.of() : List.copyOf(all);
    }

    /** Tells whether {@code name} was sent, with or without a value. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the value of {@code name}, which must have been sent once and not be blank. */
    public String required(String name) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw broken("The query string value '" + name + "' must appear exactly once; it appears " + all.size()
                    + " times.");
        }
        if (all.isEmpty() || all.get(0).isBlank()) {
            throw broken("The query string value '" + name + "' must have a non-empty value.");
        }
        return all.get(0);
    }

    /** Returns the whole number that {@code name} carries, or {@code otherwise} if it was not sent. */
    public long number(String name, long otherwise) {
        return has(name) ? parse(name, first(name).orElse("")) : otherwise;
    }

    /** Returns the whole number that {@code name} carries; it must have been sent once. */
    public long requiredNumber(String name) {
        return parse(name, required(name));
    }

    /** Returns how many of something {@code name} asks for; more than an {@code int} holds counts as all it holds. */
    public int count(String name, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        String text = first(name).orElse("").strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9') && text.length() > 18) {
            return Integer.MAX_VALUE;
        }
        long number = parse(name, text);
        if (number < 0) {
            throw broken("The query string value '" + name + "' must be 0 or more: '" + number + "'.");
        }
        return (int) Math.min(number, Integer.MAX_VALUE);
    }

    /** Tells whether {@code name} was sent alone, empty or as {@code true}. */
    public boolean flag(String name) {
        String text = first(name).orElse("false");
        if (text.isEmpty() || text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw broken("The query string value '" + name + "' must be true or false: '" + Shown.brief(text) + "'.");
    }

    private static long parse(String name, String text) {
        try {
            String stripped = text.strip();
            if (stripped.chars().allMatch(c -> c < 0x80)) {
                return Long.parseLong(stripped);
            }
        } catch (NumberFormatException e) {
            // Falls through to the one message for everything that is not a number.
        }
        throw broken("The query string value '" + name + "' must be a whole number of 64 bits: '" + Shown.brief(text)
                + "'.");
    }

    private static ApiException broken(String message) {
        return new ApiException(ErrorType.ARGUMENT, message);
    }
}
