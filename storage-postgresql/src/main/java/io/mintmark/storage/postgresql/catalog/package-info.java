/**
 * The list of databases that all nodes share: deleted ones, settings, databases that come from another engine, and
 * what other nodes wrote, told to those who watch a database at this one.
 */
@NullMarked
package io.mintmark.storage.postgresql.catalog;

import org.jspecify.annotations.NullMarked;
