/** Bulk inserts: an array of commands of any length, stored in groups while it arrives. */
@NullMarked
package io.mintmark.server.documents.bulk;

import org.jspecify.annotations.NullMarked;
