/**
 * Rows in memory, for engines that fetch what a group reads before it runs, and write what it changed when it has run; and the
 * form of stored values, for all engines.
 */
@NullMarked
package io.mintmark.server.storage.row;

import org.jspecify.annotations.NullMarked;
