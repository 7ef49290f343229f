/**
 * Lives of nodes: a tag is claimed, kept alive by a heartbeat, and left; whatever a node gives out belongs to its
 * claim.
 */
@NullMarked
package io.mintmark.storage.postgresql.claim;

import org.jspecify.annotations.NullMarked;
