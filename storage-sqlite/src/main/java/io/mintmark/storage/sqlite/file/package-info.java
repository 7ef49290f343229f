/** The files of a data directory and the connections to them, whatever their tables are. */
@NullMarked
package io.mintmark.storage.sqlite.file;

import org.jspecify.annotations.NullMarked;
