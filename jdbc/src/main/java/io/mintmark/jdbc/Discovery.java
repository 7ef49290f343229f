package io.mintmark.jdbc;

import java.util.List;

/**
 * The result of a look at a database.
 *
 * @param counters the counters
 * @param unread what could not be judged: nothing is known of it, and that is not safe
 */
public record Discovery(List<FoundCounter> counters, List<UnreadCounter> unread) {

    /** Copies both lists. */
    public Discovery {
        counters = List.copyOf(counters);
        unread = List.copyOf(unread);
    }
}
