package io.mintmark.lab.peers;

/**
 * Work of one subject in one round.
 *
 * @param perSecond rows a second, from the beginning of the first transaction to the end of the last commit
 * @param reservations round trips for numbers; NaN where each insert asks for its own
 * @param reserved numbers that were reserved, those included that went back
 * @param returned numbers that went back when the unit closed
 * @param unissued part of the numbers up to the counter's place after closing that no row has
 * @param ownMicros processor time of this process for a row
 * @param databaseMicros processor time of the database for a row
 * @param foreignCores cores that all others used
 */
record Inserted(
        double perSecond,
        double reservations,
        double reserved,
        double returned,
        double unissued,
        double ownMicros,
        double databaseMicros,
        double foreignCores) {}
