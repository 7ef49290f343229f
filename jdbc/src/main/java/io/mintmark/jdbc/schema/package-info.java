/**
 * The doctor for a whole schema: each table with a numeric key beside the counter of its ids.
 *
 * <p>{@link io.mintmark.jdbc.schema.SchemaDoctor} is the door. A look reads the catalog
 * ({@code SchemaCatalog}), finds by what each key is counted ({@code FeedFinder}), reads the highest ids and then the
 * counters, and judges each counter with everything that it feeds. A {@link io.mintmark.jdbc.schema.Repair} raises one
 * that stands below its ids, and does nothing else.
 */
package io.mintmark.jdbc.schema;
