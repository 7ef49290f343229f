/**
 * Databases from creation to deletion, their client configurations, and what each answers about itself: topology,
 * counts, operations.
 */
@NullMarked
package io.mintmark.server.databases;

import org.jspecify.annotations.NullMarked;
