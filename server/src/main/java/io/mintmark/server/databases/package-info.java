/**
 * Databases from creation to deletion, and what each answers about its numbers: HiLo ranges, identities,
 * configuration, counts.
 */
@NullMarked
package io.mintmark.server.databases;

import org.jspecify.annotations.NullMarked;
