/**
 * Takes the generators of an existing mapping over: Hibernate's own stay and answer for everything but the next id.
 *
 * <p>{@link io.mintmark.hibernate.takeover.TakeoverContributor} puts a generator around each that a unit names while
 * its mapping is read. {@link io.mintmark.hibernate.takeover.UnitTakeover} decides, once the session factory is there,
 * which of them draw from a counter of ours.
 */
@NullMarked
package io.mintmark.hibernate.takeover;

import org.jspecify.annotations.NullMarked;
