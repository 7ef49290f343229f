package io.mintmark.storage.postgresql.claim;

import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a lane of a node had come in a database when it acknowledged something last.
 *
 * @param databaseId tells the database from all others
 * @param incarnation grows when a copy that was put back is raised
 * @param written what the lane's row in the store said
 */
public record WitnessedProgress(String databaseId, long incarnation, WriterProgress written) {
    private static final Pattern LINE =
            Pattern.compile("([A-Za-z0-9+/]{22}) ([A-Z]{1,8}) (counters|documents) ([0-9]{1,18})"
                    + " ([0-9]{1,18}) ([0-9]{1,18}) ([0-9]{1,18}) ([0-9]{1,18})");

    static Optional<WitnessedProgress> of(String line) {
        Matcher parts = LINE.matcher(line);
        return parts.matches() ? Optional.of(read(parts)) : Optional.empty();
    }

    private static WitnessedProgress read(Matcher parts) {
        WriterProgress.Writer writer = new WriterProgress.Writer(parts.group(2), lane(parts.group(3)));
        return new WitnessedProgress(
                parts.group(1),
                number(parts, 4),
                new WriterProgress(writer, number(parts, 5), number(parts, 6), number(parts, 7), number(parts, 8)));
    }

    private static Lane lane(String column) {
        try {
            return Lane.of(column);
        } catch (SQLException e) {
            throw new IllegalArgumentException("a line must name a lane that there is: " + column, e);
        }
    }

    private static long number(Matcher parts, int group) {
        return Long.parseLong(parts.group(group));
    }

    String line() {
        WriterProgress.Writer writer = written.writer();
        return databaseId
                + ' '
                + writer.node()
                + ' '
                + writer.lane().column()
                + ' '
                + incarnation
                + ' '
                + written.began()
                + ' '
                + written.etag()
                + ' '
                + written.serial()
                + ' '
                + written.groups()
                + '\n';
    }

    /** Returns what tells this from what is seen of other lanes, nodes and databases. */
    Key key() {
        return new Key(databaseId, written.writer());
    }

    /** A lane of a node in a database. */
    record Key(String databaseId, WriterProgress.Writer writer) {}

    /** Returns whether the store shows less than this, and was not raised since. */
    boolean isBeyond(long incarnationNow, WriterProgress now) {
        return incarnationNow < incarnation
                || (incarnationNow == incarnation && (now.groups() < written.groups() || now.etag() < written.etag()));
    }

    /** Returns what a message says of it. */
    static String words(long incarnation, WriterProgress written) {
        return "incarnation " + incarnation + ", etag " + written.etag() + " and " + written.groups()
                + " commits of the lane " + written.writer().lane().column();
    }
}
