package io.mintmark.server.documents;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The indexes that a batch waits for after it is durable.
 *
 * @param names which ones; all if it is empty
 * @param timeout how long, {@link #TIMEOUT_MAX} at most
 * @param fails whether it is an error if they have not followed by then
 */
record IndexesWait(List<String> names, Duration timeout, boolean fails) {
    /** Nobody waits longer than this: what waits keeps a place. */
    static final Duration TIMEOUT_MAX = Duration.ofMinutes(15);

    /** How .NET writes a time: days if there are any, hours, minutes, seconds, ticks of 100 ns. */
    private static final Pattern TIME_SPAN =
            Pattern.compile("(?:(\\d{1,4})\\.)?(\\d{1,2}):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,7}))?");

    /** Returns what a batch waits for, if it waits. */
    static Optional<IndexesWait> asked(Query batch) {
        return batch.first(Parameters.INDEXES_TIMEOUT)
                .map(text -> new IndexesWait(
                        batch.all(Parameters.INDEX),
                        timeout(text),
                        !batch.has(Parameters.INDEXES_THROW) || batch.flag(Parameters.INDEXES_THROW)));
    }

    private static Duration timeout(String text) {
        Matcher parts = TIME_SPAN.matcher(text.strip());
        if (!parts.matches()) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The query string value '" + Parameters.INDEXES_TIMEOUT
                            + "' must be a time such as 00:00:15 or 1.12:00:00.5: '" + text + "'.");
        }
        String ticks = ((parts.group(5) == null ? "" : parts.group(5)) + "0000000").substring(0, 7);
        Duration asked = Duration.ofDays(parts.group(1) == null ? 0 : Long.parseLong(parts.group(1)))
                .plusHours(Long.parseLong(parts.group(2)))
                .plusMinutes(Long.parseLong(parts.group(3)))
                .plusSeconds(Long.parseLong(parts.group(4)))
                .plusNanos(100 * Long.parseLong(ticks));
        return asked.compareTo(TIMEOUT_MAX) < 0 ? asked : TIMEOUT_MAX;
    }

    /**
     * Returns the indexes that have not followed in time, or when somebody {@code gaveUp}, as soon as that is known.
     */
    CompletableFuture<List<String>> begin(DatabaseFollower follower, CompletableFuture<Void> gaveUp) {
        return follower.whenIndexed(names, timeout, gaveUp);
    }

    /** Refuses to call that done, if the client wants it so; the batch stays stored. */
    void require(List<String> late) {
        if (fails && !late.isEmpty()) {
            throw new ApiException(
                    ErrorType.INDEX_LATE,
                    "The batch is stored, but after " + timeout + " these indexes had not followed it: "
                            + String.join(", ", late)
                            + ". Wait longer, or look at indexes/staleness and indexes/errors.");
        }
    }
}
