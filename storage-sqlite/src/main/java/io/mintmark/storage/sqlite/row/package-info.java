/** What rows mean in every table: checksums, ids, times, versions, and the one row of state. */
@NullMarked
package io.mintmark.storage.sqlite.row;

import org.jspecify.annotations.NullMarked;
