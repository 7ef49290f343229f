/**
 * Lives of nodes: a tag is claimed, kept alive by a heartbeat, and left; whatever a node gives out belongs to its
 * claim. A node also knows a store that was put back from a backup, which is made safe to use here.
 */
@NullMarked
package io.mintmark.storage.postgresql.claim;

import org.jspecify.annotations.NullMarked;
