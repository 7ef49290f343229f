package io.mintmark.cassandra;

import java.util.UUID;

/**
 * One state of a counter's row, which the row has once: every compare-and-set leaves another {@code request}.
 *
 * @param max the last number that was passed
 * @param serial how many changes there were, as {@link Plan} counts them; it only grows
 * @param request the random name of the request that left this state
 */
record RowState(long max, long serial, UUID request) {}
