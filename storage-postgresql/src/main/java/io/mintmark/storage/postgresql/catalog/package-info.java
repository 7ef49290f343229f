/** The list of databases that all nodes share, deleted ones, and settings. */
@NullMarked
package io.mintmark.storage.postgresql.catalog;

import org.jspecify.annotations.NullMarked;
