/**
 * What each verb that writes comes to: decisions about rows, for any engine.
 *
 * <p>An engine shows the rows that a group of writes reads, and keeps what the group makes of them, behind
 * {@link io.mintmark.server.storage.evaluation.Rows}. Nothing here knows how rows are fetched, stored or made durable.
 */
@NullMarked
package io.mintmark.server.storage.evaluation;

import org.jspecify.annotations.NullMarked;
