/** The file that lists the databases, remembers deleted ones and holds the settings. */
@NullMarked
package io.mintmark.storage.sqlite.catalog;

import org.jspecify.annotations.NullMarked;
