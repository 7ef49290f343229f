package io.mintmark.web.http;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The parameters after a request's question mark. Immutable. Names compare without case, as they do
 * in the server that RavenDB's clients were written for.
 *
 * <p>A blank value is an absent one, likewise: clients write {@code lastBatchSize=} for a number that they do not have.
 * Only {@link #sent} returns blank values.
 */
public final class Query {
    /** No parameters. */
    public static final Query NONE = new Query(List.of());

    /** One name and its value; a request has so few that a search through all is quicker than any index. */
    private record Parameter(String name, String value) {}

    private final List<Parameter> parameters;

    private Query(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    /**
     * Reads the parameters of a {@code target}, which is path and query as sent.
     *
     * @throws ApiException if their percent-encoding is malformed, which a {@link Router} has refused by then
     */
    public static Query ofTarget(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? NONE : parse(target.substring(mark + 1));
    }

    /** Reads what follows the question mark; empty pieces, as in {@code ?&id=1}, mean nothing. */
    static Query parse(String raw) {
        List<Parameter> parameters = new ArrayList<>(8);
        int start = 0;
        while (start < raw.length()) {
            int end = raw.indexOf('&', start);
            end = end < 0 ? raw.length() : end;
            if (end > start) {
                parameters.add(parameter(raw.substring(start, end)));
            }
            start = end + 1;
        }
        return new Query(parameters);
    }

    private static Parameter parameter(String piece) {
        int equals = piece.indexOf('=');
        return equals < 0
                ? new Parameter(decoded(piece), "")
                : new Parameter(decoded(piece.substring(0, equals)), decoded(piece.substring(equals + 1)));
    }

    private static String decoded(String encoded) {
        return encoded.indexOf('%') < 0 ? encoded.replace('+', ' ') : UriDecoder.query(encoded);
    }

    /** Returns the first value of {@code name}, unless that is blank. */
    public Optional<String> first(String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equalsIgnoreCase(name)) {
                return parameter.value().isBlank() ? Optional.empty() : Optional.of(parameter.value());
            }
        }
        return Optional.empty();
    }

    /** Returns all values of {@code name} that are not blank, in the order sent. */
    public List<String> all(String name) {
        List<String> all = sent(name);
        all.removeIf(String::isBlank);
        return all;
    }

    /**
     * Returns all values of {@code name} in the order sent, blank ones too: for a parameter that counts by its place,
     * or by being there at all.
     */
    public List<String> sent(String name) {
        List<String> all = new ArrayList<>(1);
        for (Parameter parameter : parameters) {
            if (parameter.name().equalsIgnoreCase(name)) {
                all.add(parameter.value());
            }
        }
        return all;
    }

    /** Hands on each name and its value, in the order sent. */
    public void forEach(BiConsumer<String, String> action) {
        for (Parameter parameter : parameters) {
            action.accept(parameter.name(), parameter.value());
        }
    }

    /** Returns whether {@code name} was sent with a value. */
    public boolean has(String name) {
        return first(name).isPresent();
    }

    /** Returns the value of {@code name}, which must have been sent once and not be blank. */
    public String required(String name) {
        List<String> all = sent(name);
        if (all.size() > 1) {
            throw broken("The query string value '" + name + "' must appear exactly once; it appears " + all.size()
                    + " times.");
        }
        if (all.isEmpty() || all.get(0).isBlank()) {
            throw broken("The query string value '" + name + "' must have a non-empty value.");
        }
        return all.get(0);
    }

    /** Returns the whole number that {@code name} carries, or {@code otherwise} if it has no value. */
    public long number(String name, long otherwise) {
        Optional<String> text = first(name);
        return text.isPresent() ? parse(name, text.get()) : otherwise;
    }

    /** Returns the whole number that {@code name} carries; it must have been sent once. */
    public long requiredNumber(String name) {
        return parse(name, required(name));
    }

    /**
     * Returns the count that {@code name} asks for; more than an {@code int} holds counts as the largest {@code int}.
     */
    public int count(String name, int otherwise) {
        Optional<String> sent = first(name);
        if (sent.isEmpty()) {
            return otherwise;
        }
        String text = sent.get().strip();
        if (text.chars().allMatch(c -> c >= '0' && c <= '9') && text.length() > 18) {
            return Integer.MAX_VALUE;
        }
        long number = parse(name, text);
        if (number < 0) {
            throw broken("The query string value '" + name + "' must be 0 or more: '" + number + "'.");
        }
        return (int) Math.min(number, Integer.MAX_VALUE);
    }

    /** Returns whether {@code name} was sent as {@code true}. */
    public boolean flag(String name) {
        String text = first(name).orElse("false");
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw broken("The query string value '" + name + "' must be true or false: '" + Printable.brief(text) + "'.");
    }

    private static long parse(String name, String text) {
        try {
            String stripped = text.strip();
            if (isAscii(stripped)) {
                return Long.parseLong(stripped);
            }
        } catch (NumberFormatException e) {
            // Falls through to the one message for everything that is not a number.
        }
        throw broken("The query string value '" + name + "' must be a whole number of 64 bits: '"
                + Printable.brief(text) + "'.");
    }

    /** Digits of other scripts are no digits here. */
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static ApiException broken(String message) {
        return new ApiException(ErrorType.ARGUMENT, message);
    }
}
