/**
 * A data directory as a whole: the file that lists its databases, remembers deleted ones and holds the settings; and
 * the check of all files while no server has them open.
 */
@NullMarked
package io.mintmark.storage.sqlite.directory;

import org.jspecify.annotations.NullMarked;
