/**
 * Ids of Hibernate's entities from Mintmark's counters: {@link io.mintmark.hibernate.MintmarkId} is all that most need.
 */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
