/** The journal of a node that is cut off, as a file of SQLite beside what else the node keeps. */
@NullMarked
package io.mintmark.storage.sqlite.journal;

import org.jspecify.annotations.NullMarked;
