package io.mintmark.client.hilo;

import io.mintmark.client.cluster.DatabaseLife;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The place that a range came from, to which it goes back.
 *
 * @param node the node that answered
 * @param life the database's life there; null if the server names none, and then its ranges have no tokens
 */
record RangeOrigin(URI node, @Nullable DatabaseLife life) {}
