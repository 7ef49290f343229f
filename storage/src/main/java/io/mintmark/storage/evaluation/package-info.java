/**
 * What each verb that writes comes to: decisions about rows, for any engine.
 *
 * <p>The rows that a group of writes reads and changes are {@link io.mintmark.storage.row.GroupRows}. Nothing
 * here knows how they are fetched, stored or made durable.
 */
@NullMarked
package io.mintmark.storage.evaluation;

import org.jspecify.annotations.NullMarked;
