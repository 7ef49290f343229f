/**
 * Databases from creation to deletion, and what each answers about itself: topology, configuration, counts, operations.
 */
@NullMarked
package io.mintmark.server.databases;

import org.jspecify.annotations.NullMarked;
