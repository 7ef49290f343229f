package io.mintmark.client.cluster;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One life of one database, as a server names it; its text form is {@code ID.INCARNATION}. Immutable.
 *
 * @param id distinguishes the database from every other one, also from a dropped one of the same name
 * @param incarnation a number from 1 that grows when a restored copy is raised
 */
public record DatabaseLife(String id, long incarnation) {
    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9_-]{1,43})\\.([1-9][0-9]{0,17})");

    /** Returns the life that {@code text} names; empty if it names none. */
    public static Optional<DatabaseLife> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(new DatabaseLife(parts.group(1), Long.parseLong(parts.group(2))))
                : Optional.empty();
    }

    /** Returns the text form, which {@link #parse} reads. */
    @Override
    public String toString() {
        return id + '.' + incarnation;
    }
}
