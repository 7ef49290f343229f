/**
 * Counters of a persistence unit that chooses its connections by tenant: a state for each tenant that draws, made on
 * demand and let go when idle.
 */
@NullMarked
package io.mintmark.hibernate.tenant;

import org.jspecify.annotations.NullMarked;
