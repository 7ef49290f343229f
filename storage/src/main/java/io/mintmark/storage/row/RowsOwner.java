package io.mintmark.storage.row;

import io.mintmark.document.NodeTag;

/**
 * The database that rows belong to, and who writes to it.
 *
 * @param node tag of the node that writes
 * @param databaseId part of its change vectors
 * @param incarnation grows when a restored copy is raised
 * @param firstMax where counters and identities stand that do not exist yet
 * @param ceiling the highest number that a counter may reach in this engine
 */
public record RowsOwner(NodeTag node, String databaseId, long incarnation, long firstMax, long ceiling) {

    /** Returns the name of the database's life, part of its tokens. */
    public String life() {
        return life(databaseId, incarnation);
    }

    /** Returns the name of a life. */
    public static String life(String databaseId, long incarnation) {
        // What base64 has beside letters and digits would have to be escaped in a URL.
        return databaseId.replace('+', '-').replace('/', '_') + '.' + incarnation;
    }
}
