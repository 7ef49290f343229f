/**
 * A database as counters see it: names, places of numbers, what the catalog shows, and what databases do differently.
 *
 * <p>{@link io.mintmark.jdbc.database.Dialect} is what to extend for a database that is not built in.
 */
package io.mintmark.jdbc.database;
