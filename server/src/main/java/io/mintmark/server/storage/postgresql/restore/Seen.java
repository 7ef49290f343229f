package io.mintmark.server.storage.postgresql.restore;

import io.mintmark.server.storage.postgresql.claim.Written;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a node had come in a database when it acknowledged something last.
 *
 * @param databaseId tells the database from all others
 * @param incarnation grows when a copy that was put back is raised
 * @param written what its row in the store said
 */
public record Seen(String databaseId, long incarnation, Written written) {
    private static final Pattern LINE =
            Pattern.compile("([A-Za-z0-9+/]{22}) ([A-Z]{1,8}) ([0-9]{1,18}) ([0-9]{1,18}) ([0-9]{1,19}) ([0-9]{1,18})");

    static Optional<Seen> of(String line) {
        Matcher parts = LINE.matcher(line);
        return parts.matches()
                ? Optional.of(new Seen(
                        parts.group(1),
                        Long.parseLong(parts.group(3)),
                        new Written(
                                parts.group(2),
                                Long.parseLong(parts.group(4)),
                                Long.parseLong(parts.group(5)),
                                Long.parseLong(parts.group(6)))))
                : Optional.empty();
    }

    String line() {
        return databaseId + ' ' + written.node() + ' ' + incarnation + ' ' + written.etag() + ' ' + written.serial() + ' '
                + written.groups() + '\n';
    }

    /** Returns whether the store shows less than this, and was not raised since. */
    boolean isBeyond(long incarnationNow, Written now) {
        return incarnationNow < incarnation
                || (incarnationNow == incarnation
                        && (now.groups() < written.groups() || now.etag() < written.etag()));
    }

    /** Returns what a message says of it. */
    static String words(long incarnation, Written written) {
        return "incarnation " + incarnation + ", etag " + written.etag() + ", lease " + written.serial() + " and "
                + written.groups() + " commits";
    }
}
