package io.mintmark.jdbc;

import io.mintmark.jdbc.database.CatalogName;

/**
 * A counter that a look at a database could not judge, and why.
 *
 * @param kind what it is: {@code sequence} or {@code table}
 * @param object its name
 * @param why what kept it from being looked at
 */
public record UnreadCounter(String kind, CatalogName object, String why) {

    /** Returns kind and name, for messages. */
    @Override
    public String toString() {
        return kind + " " + object;
    }
}
