/**
 * Bodies that ask for many things at once: batches of commands, bulk inserts of any length that are stored in groups
 * while they arrive, and several requests in one.
 */
@NullMarked
package io.mintmark.server.documents.batch;

import org.jspecify.annotations.NullMarked;
