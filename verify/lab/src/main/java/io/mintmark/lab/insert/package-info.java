/**
 * Cost of ids where they are used: rows that Hibernate inserts in batches, their ids from us and from Hibernate's own
 * ways.
 */
@NullMarked
package io.mintmark.lab.insert;

import org.jspecify.annotations.NullMarked;
