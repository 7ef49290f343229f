/** What the writer of a database does: its tables, the transaction of a group, and the work in it. */
@NullMarked
package io.mintmark.storage.sqlite.write;

import org.jspecify.annotations.NullMarked;
